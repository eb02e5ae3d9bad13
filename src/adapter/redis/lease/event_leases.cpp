#include "adapter/redis/lease/event_leases.hpp"

#include <algorithm>
#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "adapter/redis/protocol/script.hpp"
#include "adapter/redis/script/hall_keys.hpp"
#include "adapter/redis/script/scripts.hpp"

namespace onsale::redis {

namespace asio = boost::asio;
using asio::awaitable;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

namespace {

constexpr std::size_t kRenewMax = 1000;  // Limit of lease_renew.
// Delay after a lost answer, so that a recovering server is not overloaded.
constexpr milliseconds kRest{20};

Script load(std::string_view name) {
    return {name, script_text(name).text()};
}

const Script& take_script() {
    static const Script kScript = load("lease_take");
    return kScript;
}

const Script& renew_script() {
    static const Script kScript = load("lease_renew");
    return kScript;
}

const Script& release_script() {
    static const Script kScript = load("lease_release");
    return kScript;
}

std::string text(milliseconds time) {
    return std::to_string(time.count());
}

}  // namespace

struct EventLeases::Asking {
    std::vector<std::string> keys;
    std::string task;
    Deadline deadline;
    std::shared_ptr<Waiter> waiter;
    bool has_waited = false;
    bool may_hold = false;  // An answer was lost; the lease may have been granted.

    const std::string& name() const { return keys.front(); }
};

// A waiter's entry in the queue for one seat. The destructor removes it, whatever the outcome.
class EventLeases::InLine {
  public:
    InLine(std::shared_ptr<EventLeases> leases, const Asking& asking)
        : leases_(std::move(leases)), name_(asking.name()), waiter_(asking.waiter) {
        leases_->doors_[name_].push_back(waiter_);
        ++leases_->waiting_;
    }
    ~InLine() { leases_->leave(name_, waiter_); }
    InLine(const InLine&) = delete;
    InLine& operator=(const InLine&) = delete;

    bool is_first() const { return leases_->doors_[name_].front() == waiter_; }

  private:
    std::shared_ptr<EventLeases> leases_;
    std::string name_;
    std::shared_ptr<Waiter> waiter_;
};

EventLeases::EventLeases(Caller caller, const LeaseConfig& config, waiting_room::EventId event)
    : caller_(std::move(caller)),
      config_(config),
      process_key_(process_key(event, config.process)),
      slot_(slot_of(process_key_)),
      next_beat_(caller_.context->loop) {}

void EventLeases::close() {
    closed_ = true;
    if (listener_) listener_->close();
    for (const auto& [name, door] : doors_)
        for (const auto& waiter : door)
            waiter->wake();
}

awaitable<CallResult> EventLeases::call(Command command, Deadline deadline) const {
    Pipeline pipeline;
    pipeline.commands.push_back(std::move(command));
    auto answers = co_await run_call(caller_, slot_, std::move(pipeline), deadline);
    if (!answers) co_return fail(answers.error());
    // An error of our script changed nothing: all lease scripts may be repeated.
    if (answers->front().is_error())
        co_return fail(CallError::unavailable(CallCause::kRefused, answers->front().text));
    co_return std::move(answers->front());
}

awaitable<void> EventLeases::wait(Waiter& waiter, Deadline until) const {
    if (std::exchange(waiter.woken, false)) co_return;
    waiter.timer.expires_at(until);
    (void)co_await waiter.timer.async_wait(asio::as_tuple(asio::use_awaitable));
    waiter.woken = false;
}

awaitable<EventLeases::Outcome> EventLeases::acquire(std::vector<std::string> keys,
                                                     Deadline deadline) {
    const auto self = shared_from_this();
    if (waiting_ >= config_.waiting_max) co_return fail(LeaseError::kTooMany);
    keys.push_back(process_key_);
    Asking asking{std::move(keys), std::to_string(++tasks_), deadline,
                  std::make_shared<Waiter>(caller_.context->loop)};
    const InLine place{self, asking};
    while (!place.is_first() && !closed_ && Clock::now() < deadline) {
        asking.has_waited = true;
        co_await wait(*asking.waiter, deadline);
    }
    auto outcome = co_await ask(asking);
    if (outcome) co_return outcome;
    if (asking.may_hold) drop(asking.name(), asking.task);
    if (outcome.error() == LeaseError::kHeld)
        ++caller_.context->counters["seat_lease_timeouts_total"];
    co_return outcome;
}

awaitable<EventLeases::Outcome> EventLeases::ask(Asking& asking) {
    LeaseError why = LeaseError::kHeld;
    while (!closed_ && Clock::now() < asking.deadline) {
        const auto asked_at = Clock::now();
        const std::vector<std::string> arguments{config_.process, asking.task, text(config_.ttl),
                                                 text(config_.alive)};
        const auto answer =
            co_await call(take_script().call(asking.keys, arguments), asking.deadline);
        if (answer && answer->items.size() == 2 && answer->items[0].text == "ok")
            co_return hold(asking, answer->items[1].text, asked_at);
        Deadline again = Clock::now() + kRest;
        why = answer ? LeaseError::kHeld : LeaseError::kUnavailable;
        if (answer && answer->items.size() == 2) {
            asking.has_waited = true;
            listen(asking.name());
            again = Clock::now() + milliseconds{answer->items[1].integer + 1};
        } else {
            asking.may_hold = true;
        }
        co_await wait(*asking.waiter, std::min(again, asking.deadline));
    }
    co_return fail(closed_ ? LeaseError::kUnavailable : why);
}

Lease EventLeases::hold(const Asking& asking, std::string fence, Deadline asked_at) {
    ++caller_.context->counters["seat_leases_taken_total"];
    if (asking.has_waited) ++caller_.context->counters["seat_leases_waited_total"];
    auto held = std::make_shared<HeldLease>(asking.name(), asking.task, std::move(fence),
                                            asked_at + config_.ttl);
    held_.insert(held);
    start_beating();
    return {shared_from_this(), std::move(held)};
}

void EventLeases::listen(const std::string& name) {
    if (!listener_) {
        const auto wake = [weak = weak_from_this()](std::string_view channel) {
            if (const auto self = weak.lock()) self->wake_first(channel);
        };
        listener_ = std::make_shared<Listener>(
            caller_, slot_, Channels::kSharded,
            ListenHandlers{.message = [wake](auto channel, auto) { wake(channel); },
                           // A release before the subscription sent no message, so the lease is
                           // requested again.
                           .listening = wake});
        listener_->start();
    }
    listener_->subscribe(name);
}

void EventLeases::wake_first(std::string_view name) {
    const auto door = doors_.find(name);
    if (door != doors_.end()) door->second.front()->wake();
}

void EventLeases::leave(const std::string& name, const std::shared_ptr<Waiter>& waiter) {
    const auto door = doors_.find(name);
    --waiting_;
    std::erase(door->second, waiter);
    if (!door->second.empty()) return door->second.front()->wake();
    doors_.erase(door);
    if (listener_) listener_->unsubscribe(name);
}

void EventLeases::drop(const std::string& name, const std::string& task) {
    const std::vector<std::string> keys{name};
    const std::vector<std::string> arguments{config_.process, task};
    asio::co_spawn(
        caller_.context->loop,
        [self = shared_from_this(), command = release_script().call(keys, arguments)] {
            return self->call(command, Clock::now() + self->config_.ttl);
        },
        [](const std::exception_ptr&, const CallResult&) {});
}

void EventLeases::release(const std::shared_ptr<HeldLease>& held) {
    held_.erase(held);
    if (held_.empty()) next_beat_.cancel();
    if (!held->lost) drop(held->name, held->task);
}

void EventLeases::lose(HeldLease& held) {
    if (!std::exchange(held.lost, true)) ++caller_.context->counters["seat_leases_lost_total"];
}

void EventLeases::start_beating() {
    if (std::exchange(beating_, true)) return;
    asio::co_spawn(
        caller_.context->loop, [self = shared_from_this()] { return self->beat(); },
        [](const std::exception_ptr& error) {
            if (error) std::rethrow_exception(error);
        });
}

awaitable<void> EventLeases::beat() {
    for (;;) {
        next_beat_.expires_after(config_.beat);
        (void)co_await next_beat_.async_wait(asio::as_tuple(asio::use_awaitable));
        if (held_.empty()) break;
        std::vector<std::shared_ptr<HeldLease>> page;
        for (const auto& held : std::set{held_}) {
            page.push_back(held);
            if (page.size() == kRenewMax) co_await renew(std::exchange(page, {}));
        }
        if (!page.empty()) co_await renew(std::move(page));
    }
    beating_ = false;
}

awaitable<void> EventLeases::renew(std::vector<std::shared_ptr<HeldLease>> page) {
    const auto asked_at = Clock::now();
    std::vector<std::string> keys{process_key_};
    std::vector<std::string> arguments{config_.process, text(config_.alive), text(config_.ttl)};
    for (const auto& held : page) {
        keys.push_back(held->name);
        arguments.push_back(held->task);
        arguments.push_back(held->fence);
    }
    const auto words =
        co_await call(renew_script().call(keys, arguments), asked_at + config_.alive);
    for (std::size_t i = 0; i < page.size(); ++i) {
        if (!held_.contains(page[i])) continue;  // Released in the meantime.
        if (words && i < words->items.size() && words->items[i].text == "ok")
            page[i]->good_until = asked_at + config_.ttl;
        else if (words || Clock::now() >= page[i]->good_until)
            lose(*page[i]);
    }
}

}  // namespace onsale::redis
