#include "adapter/redis/line/relay_lane.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace onsale::redis {

namespace asio = boost::asio;
using asio::awaitable;
using Clock = std::chrono::steady_clock;

RelayLane::RelayLane(Parts parts, waiting_room::EventId event, RelayConfig config)
    : parts_(parts), event_(event), config_(config), rest_(parts.loop) {}

bool RelayLane::add(RelayCall call) {
    if (calls_.size() >= config_.calls_max) return false;
    calls_.push_back(std::move(call));
    start();
    return true;
}

void RelayLane::replace(std::vector<RelayCall> calls) {
    calls_.assign(std::make_move_iterator(calls.begin()), std::make_move_iterator(calls.end()));
    start();
}

void RelayLane::close() {
    closed_ = true;
    calls_.clear();
    rest_.cancel();
    wake();
}

void RelayLane::start() {
    if (closed_ || std::exchange(sending_, true)) return;
    asio::co_spawn(
        parts_.loop, [self = shared_from_this()] { return self->run(); },
        [](const std::exception_ptr& error) {
            if (error) std::rethrow_exception(error);
        });
}

awaitable<bool> RelayLane::send(RelayCall& call) {
    if (call.takes_numbers && call.arguments.empty()) {
        const auto block = co_await parts_.desk.take(event_, config_.block);
        if (closed_ || !block) co_return false;
        call.arguments = {std::to_string(block->first.value), std::to_string(block->last.value)};
    }
    // LineWatch notices what a failover has lost, so nobody waits for replicas here.
    const auto answer = co_await parts_.caller.tell(call.script, event_, call.arguments,
                                                    Clock::now() + config_.call_timeout);
    if (answer) told_ = answer->id;
    co_return answer.has_value();
}

awaitable<void> RelayLane::run() {
    while (!calls_.empty()) {
        RelayCall call = std::move(calls_.front());
        calls_.pop_front();
        while (!co_await send(call)) {
            if (closed_) co_return;
            ++failures_;
            rest_.expires_after(config_.retry);
            (void)co_await rest_.async_wait(asio::as_tuple(asio::use_awaitable));
            if (closed_) co_return;
        }
    }
    sending_ = false;
    wake();
}

void RelayLane::wake() {
    for (const auto& waiter : std::exchange(waiters_, {}))
        waiter->cancel();
}

awaitable<std::optional<StreamId>> RelayLane::settled(Deadline deadline) {
    const auto self = shared_from_this();
    if (!is_idle() && !closed_) {
        const auto until = std::make_shared<asio::steady_timer>(parts_.loop, deadline);
        waiters_.push_back(until);
        (void)co_await until->async_wait(asio::as_tuple(asio::use_awaitable));
        std::erase(waiters_, until);
    }
    if (closed_ || !is_idle()) co_return std::nullopt;
    co_return told_;
}

}  // namespace onsale::redis
