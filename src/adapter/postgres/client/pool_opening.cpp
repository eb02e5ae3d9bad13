#include <algorithm>
#include <utility>

#include <boost/asio/co_spawn.hpp>

#include "adapter/postgres/client/pool.hpp"
#include "adapter/postgres/protocol/sqlstate.hpp"

namespace onsale::postgres {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

// A connection for each call that waits, because the busy ones may be busy for long.
void Pool::open_more() {
    while (may_open())
        open_one();
    if (!waiters_.empty() && opening_ == 0) open_later();
}

bool Pool::may_open() const {
    if (closed_ || all_.size() >= context_->config.connections_max) return false;
    const std::size_t tries_max = failures_ > 0 ? 1 : waiters_.size();
    return opening_ < std::min(tries_max, waiters_.size()) && Clock::now() >= retry_at_;
}

void Pool::open_one() {
    const auto connection = std::make_shared<Connection>(context_);
    all_.insert(connection);
    ++opening_;
    asio::co_spawn(context_->loop, connector_->connect(connection),
                   [self = shared_from_this(), connection](const std::exception_ptr& broken,
                                                           std::optional<CallError> error) {
                       if (broken)
                           error = CallError::unavailable(CallCause::kNotConnected, "no memory");
                       self->opened(connection, std::move(error));
                   });
}

void Pool::opened(const Shared& connection, std::optional<CallError> error) {
    --opening_;
    if (closed_) return connection->close();
    last_error_ = std::move(error);
    if (!last_error_) {
        ++context_->counters["postgres_connects_total"];
        failures_ = 0;
        hand_over(connection);
        return open_more();
    }
    ++context_->counters["postgres_connect_failures_total"];
    drop(connection, false);
    rest();
    if (all_.empty() && !is_worth_waiting(last_error_->cause)) return fail_waiters(*last_error_);
    open_more();
}

// Tries that fail together are one failure.
void Pool::rest() {
    const auto now = Clock::now();
    if (now < retry_at_) return;
    retry_at_ = now + context_->config.reconnect.delay(++failures_, context_->jitter());
}

void Pool::open_later() {
    if (closed_ || Clock::now() >= retry_at_) return;
    retry_.expires_at(retry_at_);
    retry_.async_wait([weak = weak_from_this()](boost::system::error_code cancelled) {
        const auto self = weak.lock();
        if (self && !cancelled) self->open_more();
    });
}

}  // namespace onsale::postgres
