#include "adapter/redis/client/connection.hpp"

#include <algorithm>
#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "adapter/redis/client/log_in.hpp"

namespace onsale::redis {

namespace asio = boost::asio;
using asio::awaitable;
using Clock = std::chrono::steady_clock;

Connection::Connection(std::shared_ptr<ClientContext> context, Endpoint node, Use use)
    : context_(std::move(context)),
      node_(std::move(node)),
      use_(use),
      queue_(context_->config.connection.queue) {}

awaitable<Answers> Connection::exchange(std::string bytes, std::size_t answers, Deadline deadline) {
    const auto self = shared_from_this();
    const auto exchange = std::make_shared<Exchange>();
    exchange->bytes = std::move(bytes);
    exchange->answers_wanted = answers;
    if (auto refused = enqueue(exchange)) co_return fail(*refused);

    asio::steady_timer timer{context_->loop, deadline};
    exchange->wake = [&timer] { timer.cancel(); };
    (void)co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
    if (!exchange->is_over()) co_return fail(late(*exchange));
    if (exchange->error) co_return fail(*exchange->error);
    co_return std::move(exchange->answers);
}

std::optional<CallError> Connection::enqueue(const std::shared_ptr<Exchange>& exchange) {
    if (closed_) return CallError::unavailable(CallCause::kClosed);
    if (is_resting(Clock::now())) return last_error_;
    if (!queue_.admit(exchange)) {
        close_if_stuck();
        ++context_->counters["redis_refused_full_total"];
        return CallError::unavailable(CallCause::kQueueFull, to_text(node_));
    }
    auto& deepest = context_->counters["redis_pipeline_depth_max"];
    deepest = std::max(deepest, queue_.depth());
    if (is_open())
        schedule_flush();
    else
        open();
    return std::nullopt;
}

CallError Connection::late(const Exchange& exchange) {
    const CallOutcome outcome = queue_.give_up(exchange);
    if (use_ == Use::kDedicated)
        end_session(CallCause::kConnectionLost, "a blocking read was given up");
    else
        close_if_stuck();
    return {outcome, CallCause::kDeadline, to_text(node_)};
}

// A peer that disappeared silently is detected only by missing answers. So is a peer that is alive
// but too slow: its callers have timed out already, and new ones would time out as well.
void Connection::close_if_stuck() {
    const auto oldest = queue_.oldest_sent();
    if (oldest && Clock::now() - *oldest > context_->config.connection.answer_max)
        end_session(CallCause::kConnectionLost, "the server owes answers for too long");
}

void Connection::open() {
    stream_ = std::make_shared<Stream>(context_->loop, context_->tls);
    asio::co_spawn(context_->loop, session(stream_),
                   [self = shared_from_this(), stream = stream_](const std::exception_ptr& error) {
                       if (error && self->stream_ == stream)
                           self->end_session(CallCause::kConnectionLost, "the session failed");
                   });
}

// A session may be ended from outside at any time, and another started. `stream` identifies the
// session.
awaitable<void> Connection::session(std::shared_ptr<Stream> stream) {
    if (stream != stream_) co_return;
    const auto refused = co_await log_in(context_, stream, node_);
    if (stream != stream_) co_return;
    if (refused) co_return end_session(refused->cause, refused->words);
    ready_ = true;
    parser_ = ReplyParser{};
    flush();
    const std::string why = co_await read_until_lost(stream);
    if (stream == stream_) end_session(CallCause::kConnectionLost, why);
}

awaitable<std::string> Connection::read_until_lost(std::shared_ptr<Stream> stream) {
    for (;;) {
        const auto bytes = co_await stream->read();
        if (stream != stream_) co_return "";
        if (!bytes) co_return bytes.error().message();
        if (const auto wrong = deliver(*bytes)) co_return *wrong;
    }
}

// Returns why the connection can no longer be used, or none.
std::optional<std::string> Connection::deliver(std::string_view bytes) {
    parser_.feed(bytes);
    for (;;) {
        auto reply = parser_.next();
        if (!reply) return reply.error();
        if (!*reply) return std::nullopt;
        if (!queue_.accept(std::move(**reply))) return "an answer to nothing: " + (*reply)->text;
        failures_ = 0;
    }
}

void Connection::end_session(CallCause cause, std::string words) {
    if (!stream_) return;
    stream_->close();
    stream_.reset();
    if (ready_ && cause == CallCause::kConnectionLost)
        ++context_->counters["redis_connections_lost_total"];
    ready_ = false;
    writing_ = false;
    const Backoff& backoff = context_->config.connection.reconnect;
    retry_at_ = Clock::now() + backoff.delay(++failures_, context_->jitter());
    last_error_ = CallError::unavailable(
        cause == CallCause::kAuthentication ? CallCause::kAuthentication : CallCause::kNotConnected,
        words);
    queue_.fail_all(cause, words);
}

// Flushes from the loop's queue, so that all commands that are ready now share one write.
void Connection::schedule_flush() {
    if (!ready_ || writing_ || std::exchange(flush_is_due_, true)) return;
    asio::post(context_->loop, [self = shared_from_this()] {
        self->flush_is_due_ = false;
        self->flush();
    });
}

void Connection::flush() {
    if (!ready_ || writing_ || !queue_.has_unsent()) return;
    writing_ = true;
    stream_->write(queue_.take_unsent(Clock::now()),
                   [self = shared_from_this(), stream = stream_](const Stream::Error& error) {
                       if (self->stream_ != stream) return;
                       self->writing_ = false;
                       if (error)
                           self->end_session(CallCause::kConnectionLost, error.message());
                       else
                           self->flush();
                   });
}

void Connection::close() {
    closed_ = true;
    end_session(CallCause::kClosed, "the client is closed");
}

}  // namespace onsale::redis
