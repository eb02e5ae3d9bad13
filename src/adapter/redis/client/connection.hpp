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

// The use of a connection decides how a late answer is handled.
enum class Use : std::uint8_t {
    kShared,  // The answer is dropped when it arrives; other calls continue.
    // For blocking reads. The connection is closed, so that the next read does not wait behind the
    // old one.
    kDedicated,
};

// One connection to one node. The first command opens it, and so does the first command after a
// loss. While it opens, commands wait in the bounded queue until their deadlines. After a failure
// nothing is tried until the backoff ends. Until then commands fail at once and are certainly not
// executed. Even a large number of callers thus learns quickly that a server is down.
// Thread safety: none; used only on its client's loop.
class Connection : public std::enable_shared_from_this<Connection> {
  public:
    Connection(std::shared_ptr<ClientContext> context, Endpoint node, Use use);

    // Suspends until all answers have arrived, the deadline passes or the connection is lost.
    boost::asio::awaitable<Answers> exchange(std::string bytes, std::size_t answers,
                                             Deadline deadline);
    // Fails pending commands and rejects later ones.
    void close();

    bool is_open() const { return stream_ != nullptr; }
    std::size_t depth() const { return queue_.depth(); }
    // True if a command would fail at once because of the backoff.
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

    std::shared_ptr<Stream> stream_;  // Null: not connected and not connecting.
    bool ready_ = false;              // The login has succeeded.
    bool writing_ = false;
    bool flush_is_due_ = false;
    bool closed_ = false;

    int failures_ = 0;  // Consecutive failures without any answer.
    Deadline retry_at_{};
    CallError last_error_;
};

}  // namespace onsale::redis
