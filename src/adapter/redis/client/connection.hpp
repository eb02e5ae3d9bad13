#pragma once

#include <memory>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/redis/client/client_context.hpp"
#include "adapter/redis/client/stream.hpp"
#include "adapter/redis/protocol/answer_queue.hpp"
#include "adapter/redis/protocol/reply_parser.hpp"
#include "base/result.hpp"

namespace onsale::redis {

using Answers = Result<std::vector<Reply>, CallError>;

// What a connection is used for decides what a late answer means.
enum class Use : std::uint8_t {
    kShared,     // The answer is dropped when it comes; the others go on.
    kDedicated,  // A read that blocks: the connection is closed, so that the next one does not
                 // wait.
};

// One connection to one node, opened by its first command and again by the first command after a
// loss. While it opens, commands wait in the bounded queue, each until its deadline. After a
// failure nothing is tried before the backoff is over, and commands fail at once, certainly not
// done: a crowd finds out quickly that a server is gone.
// Thread safety: none; lives on its client's loop.
class Connection : public std::enable_shared_from_this<Connection> {
  public:
    Connection(std::shared_ptr<ClientContext> context, Endpoint node, Use use);

    // Suspends until all answers are there, the deadline is over or the connection lost.
    boost::asio::awaitable<Answers> exchange(std::string bytes, std::size_t answers,
                                             Deadline deadline);
    // Whoever waits is told; later commands are refused.
    void close();

    bool is_open() const { return stream_ != nullptr; }
    std::size_t depth() const { return queue_.depth(); }
    // Whether a command would fail at once.
    bool is_resting(Deadline now) const { return !is_open() && now < retry_at_; }

  private:
    std::optional<CallError> enqueue(const std::shared_ptr<Exchange>& exchange);
    CallError late(const Exchange& exchange);
    void open();
    boost::asio::awaitable<void> session(std::shared_ptr<Stream> stream);
    boost::asio::awaitable<std::string> read_until_lost(std::shared_ptr<Stream> stream);
    std::optional<std::string> deliver(std::string_view bytes);
    void end_session(CallCause cause, std::string words);
    void schedule_flush();
    void flush();
    void close_if_stuck();

    std::shared_ptr<ClientContext> context_;
    Endpoint node_;
    Use use_;
    AnswerQueue queue_;
    ReplyParser parser_;

    std::shared_ptr<Stream> stream_;  // Null: no connection, and none on its way.
    bool ready_ = false;              // The login is through.
    bool writing_ = false;
    bool flush_is_due_ = false;
    bool closed_ = false;

    int failures_ = 0;  // In a row, without one answer.
    Deadline retry_at_{};
    CallError last_error_;
};

}  // namespace onsale::redis
