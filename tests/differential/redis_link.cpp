#include "tests/differential/redis_link.hpp"

#include <stdexcept>

#include <hiredis/hiredis.h>

namespace onsale::differential {
namespace {

Answer to_answer(const redisReply& reply) {
    Answer answer;
    switch (reply.type) {
        case REDIS_REPLY_INTEGER:
            answer.number = reply.integer;
            break;
        case REDIS_REPLY_STRING:
        case REDIS_REPLY_STATUS:
            answer.text.assign(reply.str, reply.len);
            break;
        case REDIS_REPLY_ARRAY:
            for (std::size_t i = 0; i < reply.elements; ++i)
                answer.items.push_back(to_answer(*reply.element[i]));
            break;
        case REDIS_REPLY_ERROR:
            throw std::runtime_error{"redis: " + std::string{reply.str, reply.len}};
        case REDIS_REPLY_NIL:
            break;
    }
    return answer;
}

}  // namespace

void RedisLink::Close::operator()(redisContext* context) const {
    redisFree(context);
}

RedisLink::RedisLink(const std::string& socket) : context_(redisConnectUnix(socket.c_str())) {
    if (!context_ || context_->err != 0) throw std::runtime_error{"no connection to " + socket};
}

void RedisLink::send(const Words& words) {
    std::vector<const char*> texts;
    std::vector<std::size_t> sizes;
    for (const std::string& word : words) {
        texts.push_back(word.data());
        sizes.push_back(word.size());
    }
    redisAppendCommandArgv(context_.get(), static_cast<int>(words.size()), texts.data(),
                           sizes.data());
}

Answer RedisLink::receive() {
    void* raw = nullptr;
    if (redisGetReply(context_.get(), &raw) != REDIS_OK)
        throw std::runtime_error{std::string{"redis: "} + context_->errstr};
    const std::unique_ptr<void, void (*)(void*)> reply{raw, freeReplyObject};
    return to_answer(*static_cast<const redisReply*>(raw));
}

Answer RedisLink::call(const Words& words) {
    send(words);
    return receive();
}

std::vector<Answer> RedisLink::call_all(std::span<const Words> commands) {
    for (const Words& words : commands)
        send(words);
    std::vector<Answer> answers;
    for (std::size_t i = 0; i < commands.size(); ++i)
        answers.push_back(receive());
    return answers;
}

void RedisLink::load(std::string_view text, std::string_view sha1) {
    const Answer loaded = call({"SCRIPT", "LOAD", std::string{text}});
    if (loaded.text != sha1)
        throw std::runtime_error{"the build says " + std::string{sha1} + ", Redis " + loaded.text};
}

Words RedisLink::script_call(std::string_view sha1, const Words& keys, const Words& arguments) {
    Words words{"EVALSHA", std::string{sha1}, std::to_string(keys.size())};
    words.insert(words.end(), keys.begin(), keys.end());
    words.insert(words.end(), arguments.begin(), arguments.end());
    return words;
}

}  // namespace onsale::differential
