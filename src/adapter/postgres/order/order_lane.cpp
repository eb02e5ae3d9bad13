#include "adapter/postgres/order/order_lane.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include <boost/asio/async_result.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace onsale::postgres {

namespace asio = boost::asio;
using asio::awaitable;
using Clock = std::chrono::steady_clock;

namespace {

const auto kRethrow = [](const std::exception_ptr& error) {
    if (error) std::rethrow_exception(error);
};

}  // namespace

awaitable<sale::OrderOutcome> OrderLane::run(OrderCommand command) {
    return asio::async_initiate<const asio::use_awaitable_t<>, void(sale::OrderOutcome)>(
        [self = shared_from_this(), command = std::move(command)](auto handler) mutable {
            self->add({std::move(command), Clock::now() + self->context_.config.wait_max,
                       [handler = std::move(handler)](sale::OrderOutcome outcome) mutable {
                           std::move(handler)(std::move(outcome));
                       }});
        },
        asio::use_awaitable);
}

void OrderLane::add(Waiting waiting) {
    if (closed_ || waiting_.size() >= context_.config.waiting_max) {
        ++context_.counters["order_refused_full"];
        // The handler must not run inside the call that starts the operation.
        asio::post(context_.loop, [answer = std::move(waiting.answer)]() mutable {
            answer(fail(sale::PayRefusal{sale::PayError::kUnavailable}));
        });
        return;
    }
    waiting_.push_back(std::move(waiting));
    start_soon();
}

// Commands that are ready now join the same batch.
void OrderLane::start_soon() {
    if (std::exchange(starts_soon_, true)) return;
    asio::post(context_.loop, [self = shared_from_this()] {
        self->starts_soon_ = false;
        self->start();
    });
}

void OrderLane::start() {
    refuse_late();
    while (!closed_ && under_way_ < context_.config.transactions_max) {
        Batch batch = take_batch();
        if (batch.members.empty()) return;
        ++under_way_;
        asio::co_spawn(
            context_.loop,
            [self = shared_from_this(), batch = std::move(batch)]() mutable {
                return self->work(std::move(batch));
            },
            kRethrow);
    }
}

void OrderLane::close() {
    closed_ = true;
    refuse(std::exchange(waiting_, {}));
}

void OrderLane::refuse(std::deque<Waiting> waiting) {
    for (Waiting& one : waiting)
        one.answer(fail(sale::PayRefusal{sale::PayError::kUnavailable}));
}

void OrderLane::refuse_late() {
    std::deque<Waiting> late;
    while (!waiting_.empty() && waiting_.front().refuse_at < Clock::now()) {
        late.push_back(std::move(waiting_.front()));
        waiting_.pop_front();
    }
    refuse(std::move(late));
}

// The oldest command decides whether the batch needs to read.
OrderLane::Batch OrderLane::take_batch() {
    Batch batch;
    for (auto one = waiting_.begin();
         one != waiting_.end() && batch.members.size() < context_.config.batch_max;) {
        const bool remembered = runner_.remembers(one->command);
        const bool fits = batch.members.empty() || remembered == batch.from_memory;
        if (!fits || !busy_.insert(subject_of(one->command)).second) {
            ++one;
            continue;
        }
        batch.from_memory = remembered;
        batch.members.push_back(std::move(*one));
        one = waiting_.erase(one);
    }
    return batch;
}

awaitable<void> OrderLane::work(Batch batch) {
    const auto self = shared_from_this();
    std::vector<OrderCommand> commands;
    for (const Waiting& one : batch.members)
        commands.push_back(one.command);
    auto outcomes = co_await runner_.run(std::move(commands), batch.from_memory);
    --under_way_;
    for (const Waiting& one : batch.members)
        busy_.erase(subject_of(one.command));
    if (!waiting_.empty()) start_soon();
    for (std::size_t i = 0; i < batch.members.size(); ++i)
        batch.members[i].answer(std::move(outcomes[i]));
}

}  // namespace onsale::postgres
