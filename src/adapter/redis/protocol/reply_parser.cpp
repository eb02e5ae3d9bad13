#include "adapter/redis/protocol/reply_parser.hpp"

#include <hiredis/read.h>

#include "base/assert.hpp"

namespace onsale::redis {
namespace {

// Stores a value as an item of the array being read, or as a new reply if there is no array.
void* place(const redisReadTask* task, Reply value) {
    if (task->parent == nullptr) return new Reply{std::move(value)};
    auto& siblings = static_cast<Reply*>(task->parent->obj)->items;
    Reply& seat = siblings.at(static_cast<std::size_t>(task->idx));
    seat = std::move(value);
    return &seat;
}

void* create_string(const redisReadTask* task, char* data, std::size_t size) {
    const std::string_view text{data, size};
    if (task->type == REDIS_REPLY_ERROR) return place(task, Reply::error(text));
    if (task->type == REDIS_REPLY_STATUS) return place(task, Reply::status(text));
    return place(task, Reply::bulk(text));
}

void* create_array(const redisReadTask* task, int size) {
    return place(task, Reply::array(std::vector<Reply>(static_cast<std::size_t>(size))));
}

void* create_integer(const redisReadTask* task, long long value) {
    return place(task, Reply::integer_of(value));
}

void* create_nil(const redisReadTask* task) {
    return place(task, Reply::nil());
}

// The reader frees only whole replies; a reply owns its items.
void free_object(void* object) {
    delete static_cast<Reply*>(object);
}

redisReplyObjectFunctions functions = {create_string, create_array, create_integer, create_nil,
                                       free_object};

}  // namespace

void ReplyParser::Free::operator()(redisReader* reader) const {
    redisReaderFree(reader);
}

ReplyParser::ReplyParser(std::size_t unfinished_bytes_max)
    : unfinished_bytes_max_(unfinished_bytes_max),
      reader_(redisReaderCreateWithFunctions(&functions)) {
    ONSALE_ASSERT(reader_ != nullptr);
}

void ReplyParser::feed(std::string_view bytes) {
    // After an error the reader ignores more bytes, and next() returns the error.
    (void)redisReaderFeed(reader_.get(), bytes.data(), bytes.size());
}

Result<std::optional<Reply>, std::string> ReplyParser::next() {
    void* made = nullptr;
    if (redisReaderGetReply(reader_.get(), &made) != REDIS_OK)
        return fail(std::string{reader_->errstr});
    if (made != nullptr) {
        const std::unique_ptr<Reply> reply{static_cast<Reply*>(made)};
        return std::optional{std::move(*reply)};
    }
    if (reader_->len - reader_->pos > unfinished_bytes_max_)
        return fail(std::string{"a reply is larger than the limit"});
    return std::optional<Reply>{};
}

}  // namespace onsale::redis
