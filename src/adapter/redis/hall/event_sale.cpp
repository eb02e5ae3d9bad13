#include "adapter/redis/hall/event_sale.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "adapter/redis/script/hall_keys.hpp"
#include "sale/domain/fact_bytes.hpp"

namespace onsale::redis {

namespace asio = boost::asio;
using asio::awaitable;
using Clock = std::chrono::steady_clock;

namespace {

// HallOpened does not contain the hall's id. Only a full read does.
bool opens_hall(const sale::Facts& facts) {
    return std::ranges::any_of(facts, [](const sale::Fact& fact) {
        return std::holds_alternative<sale::fact::HallOpened>(fact);
    });
}

ShelvedPlan read_plan(const std::string& bytes) {
    sale::Facts facts;
    if (!sale::load(bytes, facts) || facts.size() != 1) return {};
    const auto* const opened = std::get_if<sale::fact::HallOpened>(&facts.front());
    if (opened == nullptr) return {};
    return {opened->plan, std::make_shared<const seat::Seating>(*opened->plan)};
}

}  // namespace

EventSale::EventSale(std::shared_ptr<SaleFeed::Context> context, waiting_room::EventId event)
    : context_(std::move(context)), event_(event), rest_(context_->deps.loop) {}

void EventSale::close() {
    closed_ = true;
    rest_.cancel();
    for (const Timer& waiter : std::exchange(waiters_, {}))
        waiter->cancel();
}

void EventSale::read_anew() {
    ++turn_;
    loaded_ = false;
    held_back_.clear();
    facts_held_back_ = 0;
    if (std::exchange(running_, true)) return;
    asio::co_spawn(context_->deps.loop, run(),
                   [self = shared_from_this()](const std::exception_ptr& error) {
                       self->running_ = false;
                       if (error) std::rethrow_exception(error);
                   });
}

awaitable<void> EventSale::run() {
    while (!closed_ && !loaded_) {
        if (co_await load() || closed_) continue;
        ++context_->deps.caller.counters()["redis_view_hall_failures_total"];
        rest_.expires_after(context_->config.retry);
        (void)co_await rest_.async_wait(asio::as_tuple(asio::use_awaitable));
    }
}

awaitable<bool> EventSale::load() {
    const Deadline deadline = Clock::now() + context_->config.timeout;
    const std::uint64_t turn = turn_;
    const auto answer = co_await context_->deps.caller.ask("line_halls", event_, {}, deadline);
    if (closed_ || !answer) co_return false;
    auto halls = read_halls(*answer);
    if (!halls || !co_await find_plans(*halls, deadline) || closed_) co_return false;
    if (turn != turn_) co_return true;
    co_return install(*std::move(halls));
}

awaitable<bool> EventSale::find_plans(HallsAt& halls, Deadline deadline) {
    for (std::size_t i = 0; i < halls.digests.size(); ++i) {
        sale::HallImage& hall = halls.image.halls[i];
        const ShelvedPlan plan =
            co_await find_plan(hall.performance, std::move(halls.digests[i]), deadline);
        if (!plan.plan || plan.seating->size() != hall.states.size()) co_return false;
        hall.plan = plan.plan;
        hall.seating = plan.seating;
    }
    co_return true;
}

awaitable<ShelvedPlan> EventSale::find_plan(std::string performance, std::string digest,
                                            Deadline deadline) {
    const std::shared_ptr<PlanShelf> shelf = context_->config.plans;
    const std::string key = plan_key(event_, performance);
    const std::string name = key + ' ' + digest;
    if (ShelvedPlan plan = shelf->find(name); plan.plan) co_return plan;
    const auto bytes = co_await context_->deps.caller.client().call(
        slot_of(event_), Command{"GET", {key}}, deadline);
    if (closed_ || !bytes || bytes->is_error()) co_return ShelvedPlan{};
    ShelvedPlan plan = read_plan(bytes->text);
    if (!plan.plan) co_return plan;
    co_return shelf->put(name, std::move(plan));
}

bool EventSale::install(HallsAt halls) {
    // A server that is behind the entries already applied has lost data. The line's feed detects
    // this as well and starts over.
    const StreamId known =
        held_back_.empty() ? context_->deps.feed.applied(event_) : held_back_.front().before;
    if (halls.id < known) return false;
    for (const sale::HallImage& hall : halls.image.halls)
        context_->deps.counts.know(hall.id, event_);
    context_->deps.view.start_anew(event_, std::move(halls.image));
    image_id_ = halls.id;
    loaded_ = true;
    ++context_->deps.caller.counters()["redis_view_hall_loads_total"];
    facts_held_back_ = 0;
    for (const Entry& entry : std::exchange(held_back_, {}))
        told(entry.before, entry.facts);
    if (!loaded_) return true;
    for (const Timer& waiter : std::exchange(waiters_, {}))
        waiter->cancel();
    if (context_->loaded) context_->loaded(event_);
    return true;
}

void EventSale::told(StreamId before, const sale::Facts& facts) {
    if (!loaded_) return hold_back({before, facts});
    const bool is_news = before >= image_id_;
    if (is_news && opens_hall(facts)) {
        read_anew();
        return hold_back({before, facts});
    }
    // An out_of_range error means that Redis has lost an earlier fact.
    try {
        for (const sale::Fact& fact : facts)
            apply(fact, is_news);
    } catch (const std::out_of_range&) {
        ++context_->deps.caller.counters()["redis_view_hall_failures_total"];
        read_anew();
    }
}

void EventSale::apply(const sale::Fact& fact, bool is_news) {
    // The image contains no past counts, so counts also use entries that the image already covers.
    if (std::holds_alternative<sale::fact::HallChanged>(fact)) context_->deps.counts.apply(fact);
    if (!is_news) return;
    context_->deps.view.apply(fact);
    ++context_->deps.caller.counters()["redis_view_hall_facts"];
}

void EventSale::hold_back(Entry entry) {
    facts_held_back_ += entry.facts.size();
    if (facts_held_back_ > context_->config.held_back_max) return read_anew();
    held_back_.push_back(std::move(entry));
}

awaitable<bool> EventSale::wait_loaded(Deadline deadline) {
    const auto self = shared_from_this();
    while (!loaded_ && !closed_ && Clock::now() < deadline) {
        const auto until = std::make_shared<asio::steady_timer>(context_->deps.loop, deadline);
        waiters_.push_back(until);
        (void)co_await until->async_wait(asio::as_tuple(asio::use_awaitable));
        std::erase(waiters_, until);
    }
    co_return loaded_;
}

}  // namespace onsale::redis
