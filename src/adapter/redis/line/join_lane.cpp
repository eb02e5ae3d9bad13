#include "adapter/redis/line/join_lane.hpp"

#include <algorithm>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "adapter/redis/call/line_words.hpp"
#include "runtime/completion_budget.hpp"

namespace onsale::redis {

namespace asio = boost::asio;
using asio::awaitable;
using Clock = std::chrono::steady_clock;
using waiting_room::EnterError;
using waiting_room::EnterOutcome;

namespace {

const auto kRethrow = [](const std::exception_ptr& error) {
    if (error) std::rethrow_exception(error);
};

}  // namespace

JoinLane::JoinLane(asio::io_context& loop, ScriptCaller& caller, ViewFeed& feed,
                   waiting_room::EventId event, JoinConfig config)
    : loop_(loop), caller_(caller), feed_(feed), event_(event), config_(config), gather_(loop) {}

awaitable<EnterOutcome> JoinLane::enter(Joining joining) {
    return asio::async_initiate<const asio::use_awaitable_t<>, void(EnterOutcome)>(
        [self = shared_from_this(), joining = std::move(joining)](auto handler) mutable {
            self->add({std::move(joining), Clock::now() + self->config_.wait_max,
                       [handler = std::move(handler)](EnterOutcome outcome) mutable {
                           std::move(handler)(std::move(outcome));
                       }});
        },
        asio::use_awaitable);
}

void JoinLane::add(Waiting waiting) {
    if (closed_ || waiting_.size() >= config_.waiting_max) {
        // The handler must not run inside the call that starts the operation.
        asio::post(loop_, [answer = std::move(waiting.answer)]() mutable {
            answer(fail(EnterError::kUnavailable));
        });
        return;
    }
    waiting_.push_back(std::move(waiting));
    if (waiting_.size() == config_.batch_max) gather_.cancel();
    start();
}

void JoinLane::start() {
    if (!std::exchange(running_, true))
        asio::co_spawn(loop_, [self = shared_from_this()] { return self->run(); }, kRethrow);
}

void JoinLane::close() {
    closed_ = true;
    gather_.cancel();
    refuse(std::exchange(waiting_, {}));
}

void JoinLane::refuse(Batch batch) {
    for (Waiting& one : batch)
        one.answer(fail(EnterError::kUnavailable));
}

JoinLane::Batch JoinLane::take_batch() {
    const auto take = [this](std::size_t count) {
        const auto end = waiting_.begin() + static_cast<std::ptrdiff_t>(count);
        Batch batch(std::make_move_iterator(waiting_.begin()), std::make_move_iterator(end));
        waiting_.erase(waiting_.begin(), end);
        return batch;
    };
    const auto is_late = [now = Clock::now()](const Waiting& one) { return one.refuse_at < now; };
    const auto in_time = std::ranges::find_if_not(waiting_, is_late);
    refuse(take(static_cast<std::size_t>(in_time - waiting_.begin())));
    return take(std::min(waiting_.size(), config_.batch_max));
}

bool JoinLane::should_wait() const {
    if (under_way_ >= config_.calls_max || Clock::now() < retry_at_) return true;
    return waiting_.size() < config_.batch_max && Clock::now() < next_call_;
}

awaitable<void> JoinLane::run() {
    // Requests that are ready now join the same batch.
    co_await asio::post(loop_, asio::use_awaitable);
    while (!waiting_.empty()) {
        while (!closed_ && should_wait()) {
            const bool is_full = under_way_ >= config_.calls_max;
            gather_.expires_at(is_full ? Deadline::max() : std::max(next_call_, retry_at_));
            (void)co_await gather_.async_wait(asio::as_tuple(asio::use_awaitable));
        }
        if (closed_) break;
        Batch batch = take_batch();
        if (batch.empty()) continue;
        next_call_ = Clock::now() + config_.gather;
        ++under_way_;
        asio::co_spawn(loop_, call(std::move(batch)), kRethrow);
    }
    running_ = false;
}

awaitable<void> JoinLane::call(Batch batch) {
    const auto self = shared_from_this();
    std::vector<Joining> guests;
    for (Waiting& one : batch)
        guests.push_back(one.joining);
    const Deadline deadline = Clock::now() + config_.timeout;
    auto answer =
        co_await caller_.change_in_order("line_enter", event_, line_enter_args(guests), deadline);
    // The next batch need not wait until our view shows this one.
    --under_way_;
    gather_.cancel();
    co_await finish(std::move(batch), std::move(answer), deadline);
}

awaitable<void> JoinLane::finish(Batch batch, Answer answer, Deadline deadline) {
    std::vector<EnterOutcome> outcomes(batch.size(), fail(EnterError::kOutcomeUnknown));
    if (!answer) {
        std::ranges::fill(outcomes, fail(error_of<EnterError>(answer.error())));
    } else if (answer->more.size() == batch.size()) {
        const bool is_seen = !closed_ && co_await feed_.wait_applied(event_, answer->id, deadline);
        for (std::size_t i = 0; i < batch.size(); ++i) {
            EnterOutcome outcome = enter_outcome(answer->more[i]);
            if (is_seen || !outcome) outcomes[i] = std::move(outcome);
        }
        if (!closed_) retry_later(batch, outcomes);
    }
    co_await answer_all(std::move(batch), std::move(outcomes));
}

void JoinLane::retry_later(Batch& batch, std::vector<EnterOutcome>& outcomes) {
    const Deadline next = Clock::now() + config_.retry_after;
    const auto is_early = [&](std::size_t i) {
        return !outcomes[i] && outcomes[i].error() == EnterError::kUnavailable &&
               batch[i].refuse_at > next;
    };
    Batch again;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < batch.size(); ++i) {
        if (is_early(i)) {
            again.push_back(std::move(batch[i]));
        } else if (kept++ != i) {
            batch[kept - 1] = std::move(batch[i]);
            outcomes[kept - 1] = std::move(outcomes[i]);
        }
    }
    if (again.empty()) return;
    batch.erase(batch.begin() + static_cast<std::ptrdiff_t>(kept), batch.end());
    outcomes.erase(outcomes.begin() + static_cast<std::ptrdiff_t>(kept), outcomes.end());
    retry_at_ = next;
    waiting_.insert(waiting_.begin(), std::make_move_iterator(again.begin()),
                    std::make_move_iterator(again.end()));
    start();
}

awaitable<void> JoinLane::answer_all(Batch batch, std::vector<EnterOutcome> outcomes) {
    // Yields to polls that arrived in the meantime, instead of sending a thousand answers first.
    std::size_t left = runtime::CompletionBudget::next_limit();
    for (std::size_t i = 0; i < batch.size(); ++i) {
        batch[i].answer(std::move(outcomes[i]));
        if (--left > 0) continue;
        co_await asio::post(loop_, asio::use_awaitable);
        left = runtime::CompletionBudget::next_limit();
    }
}

}  // namespace onsale::redis
