#include "adapter/redis/relay/relay_lane.hpp"

#include <algorithm>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "adapter/redis/feed/lobby_draw.hpp"

namespace onsale::redis {

namespace asio = boost::asio;
using asio::awaitable;
using Clock = std::chrono::steady_clock;

RelayLane::RelayLane(Deps deps, waiting_room::EventId event, RelayConfig config)
    : deps_(deps), event_(event), config_(config), rest_(deps.loop) {}

bool RelayLane::add(RelayCall call) {
    if (calls_.size() >= config_.calls_max) return false;
    calls_.push_back(std::move(call));
    ++added_;
    start();
    return true;
}

void RelayLane::replace(std::vector<RelayCall> calls) {
    done_ += calls_.size();
    added_ += calls.size();
    // The new calls include the changes that the waiters wait for.
    for (Waiter& waiter : waiters_)
        waiter.for_call = added_;
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
        deps_.loop, [self = shared_from_this()] { return self->run(); },
        [](const std::exception_ptr& error) {
            if (error) std::rethrow_exception(error);
        });
}

awaitable<bool> RelayLane::send(RelayCall& call) {
    if (call.takes_numbers && call.arguments.empty()) {
        const std::uint32_t wanted = std::max(call.numbers, config_.first_block);
        const auto block = co_await deps_.numbers.take(event_, std::min(wanted, config_.block));
        if (closed_ || !block) co_return false;
        call.arguments = {std::to_string(block->first.value), std::to_string(block->last.value),
                          std::to_string(config_.restore_wait.count())};
    }
    if (call.draws_by && !co_await draw(call)) co_return false;
    // LineWatch detects changes lost by a failover, so this does not wait for replicas.
    const auto answer =
        co_await deps_.caller.tell(call.script, {event_, call.performance}, call.arguments,
                                   Clock::now() + config_.call_timeout);
    if (answer) told_ = answer->id;
    refused_ = !answer && answer.error().cause == CallCause::kRefused;
    co_return answer.has_value();
}

awaitable<bool> RelayLane::draw(RelayCall& call) {
    const auto result =
        co_await draw_lobby(deps_.caller, event_, *call.draws_by, config_.call_timeout);
    if (closed_ || !result.is_done) co_return false;
    if (result.drawn)
        call.arguments.insert(call.arguments.end(),
                              {"drawn", std::to_string(result.drawn->last.value), "draw_root",
                               std::string{as_bytes(result.drawn->root)}});
    call.draws_by.reset();
    co_return true;
}

awaitable<void> RelayLane::run() {
    while (!calls_.empty()) {
        RelayCall call = std::move(calls_.front());
        calls_.pop_front();
        std::size_t refusals = 0;
        while (!co_await send(call)) {
            if (closed_) co_return;
            ++failures_;
            if (std::exchange(refused_, false) && ++refusals == config_.refusals_max) break;
            rest_.expires_after(config_.retry);
            (void)co_await rest_.async_wait(asio::as_tuple(asio::use_awaitable));
            if (closed_) co_return;
        }
        if (closed_) co_return;
        ++done_;
        sending_ = !calls_.empty();
        wake();
    }
    sending_ = false;
}

void RelayLane::wake() {
    for (const Waiter& waiter : waiters_)
        if (closed_ || waiter.for_call <= done_) waiter.until->cancel();
}

awaitable<std::optional<StreamId>> RelayLane::settled(Deadline deadline) {
    const auto self = shared_from_this();
    if (closed_) co_return std::nullopt;
    if (done_ == added_) co_return told_;
    const auto until = std::make_shared<asio::steady_timer>(deps_.loop, deadline);
    waiters_.push_back({added_, until});
    const auto mine = [&] { return std::ranges::find(waiters_, until, &Waiter::until); };
    // Loops because all calls may be replaced before this coroutine runs.
    do {
        (void)co_await until->async_wait(asio::as_tuple(asio::use_awaitable));
    } while (!closed_ && mine()->for_call > done_ && Clock::now() < deadline);
    const bool is_told = !closed_ && mine()->for_call <= done_;
    waiters_.erase(mine());
    if (!is_told) co_return std::nullopt;
    co_return told_;
}

}  // namespace onsale::redis
