#include "adapter/postgres/client/pool.hpp"

#include <algorithm>
#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "adapter/postgres/protocol/sqlstate.hpp"

namespace onsale::postgres {

namespace asio = boost::asio;
using asio::awaitable;
using Clock = std::chrono::steady_clock;

namespace {

constexpr Statement kRollback{"rollback", "rollback"};

CallError closed() {
    return CallError::unavailable(CallCause::kClosed, "the client was closed");
}

}  // namespace

// A place in the queue of those who wait. A connection that came too late goes back.
class Pool::Turn {
  public:
    explicit Turn(Pool& pool) : pool_(pool) { pool_.waiters_.push_back(waiter_); }
    ~Turn() {
        waiter_->wake = nullptr;
        std::erase(pool_.waiters_, waiter_);
        if (waiter_->connection) pool_.give_back(waiter_->connection);
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    Waiter& operator*() const { return *waiter_; }

  private:
    Pool& pool_;
    std::shared_ptr<Waiter> waiter_ = std::make_shared<Waiter>();
};

Lease::~Lease() {
    if (connection_) pool_->give_back(connection_);
}

Pool::Pool(std::shared_ptr<ClientContext> context)
    : context_(std::move(context)),
      connector_(std::make_shared<Connector>(context_)),
      retry_(context_->loop) {}

awaitable<Result<Lease, CallError>> Pool::lease(Deadline deadline) {
    const auto self = shared_from_this();
    if (const Shared idle = take_idle()) co_return Lease{self, idle};
    if (auto refused = refusal()) co_return fail(*std::move(refused));
    ++context_->counters["postgres_waits_total"];
    asio::steady_timer timer{context_->loop, deadline};
    const Turn turn{*this};
    (*turn).wake = [&timer] { timer.cancel(); };
    open_more();
    (void)co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
    if ((*turn).connection) co_return Lease{self, std::exchange((*turn).connection, nullptr)};
    co_return fail((*turn).error ? *std::move((*turn).error) : late());
}

// The connection used last is the one that most likely still works.
Pool::Shared Pool::take_idle() {
    while (!idle_.empty()) {
        const Shared connection = idle_.back();
        idle_.pop_back();
        if (connection->is_ready()) return connection;
        drop(connection, true);
    }
    return nullptr;
}

std::optional<CallError> Pool::refusal() const {
    if (closed_) return closed();
    if (waiters_.size() >= context_->config.waiting_max) {
        ++context_->counters["postgres_refused_full_total"];
        return CallError::unavailable(CallCause::kTooManyCalls,
                                      "too many calls wait for a connection");
    }
    const bool is_hopeless = all_.empty() && last_error_ && Clock::now() < retry_at_ &&
                             !is_worth_waiting(last_error_->cause);
    if (is_hopeless) return last_error_;
    return std::nullopt;
}

// "No host serves" says more than "too late".
CallError Pool::late() const {
    if (last_error_ && connections() == 0) return *last_error_;
    return CallError::unavailable(CallCause::kDeadline, "no connection was free in time");
}

void Pool::give_back(const Shared& connection) {
    if (closed_) return drop(connection, true);
    if (connection->is_ready()) return hand_over(connection);
    if (connection->needs_rollback()) return roll_back(connection);
    drop(connection, true);
    open_more();
}

void Pool::hand_over(const Shared& connection) {
    if (!waiters_.empty()) {
        const auto waiter = waiters_.front();
        waiters_.pop_front();
        waiter->connection = connection;
        return std::exchange(waiter->wake, nullptr)();
    }
    idle_.push_back(connection);
    connection->watch([weak = weak_from_this(), key = std::weak_ptr{connection}] {
        const auto self = weak.lock();
        const auto lost = key.lock();
        if (!self || !lost) return;
        std::erase(self->idle_, lost);
        self->drop(lost, true);
    });
}

// Nobody waits for the ROLLBACK, so a slow one closes the connection.
void Pool::roll_back(const Shared& connection) {
    const Deadline deadline = Clock::now() + context_->config.connect_timeout;
    Round round{.commands = {Command{kRollback}}};
    asio::co_spawn(context_->loop, connection->exchange(std::move(round), deadline),
                   [self = shared_from_this(), connection](const std::exception_ptr& error,
                                                           const Answers& answers) {
                       if (error || !answers) connection->close();
                       self->give_back(connection);
                   });
}

void Pool::drop(const Shared& connection, bool was_open) {
    connection->close();
    all_.erase(connection);
    if (was_open && !closed_) ++context_->counters["postgres_connections_lost_total"];
}

void Pool::fail_waiters(const CallError& error) {
    for (const auto& waiter : std::exchange(waiters_, {})) {
        waiter->error = error;
        std::exchange(waiter->wake, nullptr)();
    }
}

void Pool::close() {
    closed_ = true;
    retry_.cancel();
    idle_.clear();
    for (const Shared& connection : std::exchange(all_, {}))
        connection->close();
    fail_waiters(closed());
}

}  // namespace onsale::postgres
