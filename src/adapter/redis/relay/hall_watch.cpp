#include "adapter/redis/relay/hall_watch.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "adapter/redis/relay/line_watch.hpp"
#include "adapter/redis/script/hall_keys.hpp"
#include "adapter/redis/script/line_keys.hpp"

namespace onsale::redis {

namespace asio = boost::asio;
using asio::awaitable;
using sale::HallId;
using seat::SeatIndex;
using waiting_room::EventId;

namespace {

constexpr std::uint32_t kPage = 1024;  // Limit of hall_read; a few milliseconds of Redis's time.

std::array<std::string, 5> rule_words(const seat::HallRules& rules) {
    return {std::to_string(rules.hold_ttl.count()), std::to_string(rules.retake_after.count()),
            std::to_string(rules.return_delay_max.count()), std::to_string(rules.seats_per_hold),
            std::to_string(rules.accessible_per_hold)};
}

// The view does not know the owner of a seat, except of a seat that is being paid. Otherwise the
// store's owner is assumed.
std::optional<GuestId> owner_in(const sale::HallView& view, const seat::Hall& store,
                                SeatIndex seat) {
    const auto owner = store.owner(seat);
    if (!owner || view.map().state(seat) != seat::SeatState::kPaying) return owner;
    const sale::HoldView* const hold = view.hold(*owner);
    const bool is_its = hold != nullptr && std::ranges::binary_search(hold->seats, seat);
    return is_its ? owner : std::nullopt;
}

}  // namespace

// Sums over the pages of one hall, valid if nothing changed between the pages.
struct HallWatch::Recount {
    std::optional<std::uint64_t> version{};
    bool is_whole = true;
    bool is_shown = true;
    std::array<std::int64_t, seat::kSeatStates> sums{};
    std::array<std::int64_t, seat::kSeatStates> counts{};
    std::int64_t remaining = 0;

    void add(const HallPage& page) {
        is_whole = is_whole && version.value_or(page.version) == page.version;
        version = page.version;
        counts = page.counts;
        remaining = page.remaining;
        for (const SeatInRedis& seat : page.seats)
            ++sums[static_cast<std::size_t>(seat.state)];
    }
    bool agrees() const { return !is_whole || (sums == counts && remaining == counts.front()); }
};

HallWatch::HallWatch(Deps deps, HallWatchConfig config, Found found)
    : deps_(deps), config_(config), found_(std::move(found)), timer_(deps.loop) {}

void HallWatch::start() {
    asio::co_spawn(
        deps_.loop, [self = shared_from_this()] { return self->run(); },
        [](const std::exception_ptr& error) {
            if (error) std::rethrow_exception(error);
        });
}

void HallWatch::close() {
    closed_ = true;
    timer_.cancel();
}

awaitable<void> HallWatch::run() {
    while (!closed_) {
        const auto next = Clock::now() + config_.step;
        std::set<EventId> events;
        for (const auto& [id, hall] : deps_.relay.halls())
            if (!deps_.relay.is_archived(hall.event)) events.insert(hall.event);
        for (const EventId event : events) {
            co_await look_after(event);
            if (closed_) co_return;
        }
        if (Clock::now() >= glance_at_) glance_at_ = Clock::now() + config_.glance_every;
        timer_.expires_at(next);
        (void)co_await timer_.async_wait(asio::as_tuple(asio::use_awaitable));
    }
}

awaitable<void> HallWatch::look_after(EventId event) {
    if (!deps_.relay.is_at_rest(event)) co_return;
    co_await look_for_other_server(event);
    if (closed_) co_return;
    const bool glances = Clock::now() >= glance_at_;
    const std::vector<HallId> halls = deps_.relay.halls().of(event);
    for (const HallId hall : halls) {
        if (Clock::now() >= due_[hall]) {
            if (co_await look_at_all(hall)) due_[hall] = Clock::now() + config_.every;
        } else if (glances) {
            co_await glance(hall);
        }
        if (closed_) co_return;
    }
}

awaitable<void> HallWatch::look_for_other_server(EventId event) {
    const auto info = co_await deps_.caller.client().call(
        slot_of(event), Command{"INFO", {"server"}}, Clock::now() + config_.timeout);
    if (closed_ || !info || info->is_error()) co_return;
    Server server{std::string{run_id(info->text)}, deps_.relay.told_anew(event)};
    if (servers_[event] == server) co_return;
    servers_[event] = std::move(server);
    for (const HallId hall : deps_.relay.halls().of(event))
        due_[hall] = {};
}

std::set<std::uint32_t> HallWatch::suspicious_pages(HallId id) const {
    std::set<std::uint32_t> pages;
    const sale::HallView* const view = deps_.view.find(id);
    if (view == nullptr) return {0};
    const seat::Hall& store = deps_.relay.halls().find(id)->seats;
    const auto shown = view->map().states();
    for (std::uint32_t i = 0; i < shown.size(); ++i) {
        // The view does not know either whether a returned seat waits for a person.
        const SeatInRedis seat{
            shown[i], owner_in(*view, store, {i}),
            shown[i] == seat::SeatState::kReturned && !store.returns().contains({i})};
        const auto drift = drift_of(store, {i}, seat);
        if (drift && *drift != DriftKind::kWaitingUnknown && *drift != DriftKind::kOrphan)
            pages.insert(i / kPage * kPage);
    }
    return pages;
}

awaitable<void> HallWatch::glance(HallId hall) {
    std::erase_if(alone_, [&](const auto& one) {
        const auto* const view = deps_.view.find(hall);
        return one.first.first == hall && view != nullptr &&
               view->map().state(one.first.second) != seat::SeatState::kPaying;
    });
    for (const std::uint32_t first : suspicious_pages(hall)) {
        (void)co_await look_at_page(hall, first, nullptr);
        if (closed_) co_return;
    }
}

awaitable<bool> HallWatch::look_at_all(HallId hall) {
    if (!co_await look_at_rules(hall) || closed_) co_return false;
    Recount recount;
    for (std::uint32_t first = 0;; first += kPage) {
        const Page page = co_await look_at_page(hall, first, &recount);
        if (closed_ || page == Page::kFailed) co_return false;
        if (page == Page::kLast) break;
    }
    if (!recount.agrees()) report({DriftKind::kCounts, hall});
    if (!recount.is_shown) report({DriftKind::kShown, hall});
    if (!recount.agrees() || !recount.is_shown) repair({DriftKind::kCounts, hall});
    co_return true;
}

awaitable<bool> HallWatch::look_at_rules(HallId id) {
    const sale::OpenHall& hall = *deps_.relay.halls().find(id);
    const EventId event = hall.event;
    const std::string key = hall_keys(event, hall.performance)[line_keys(event).size()];
    const auto answer = co_await deps_.caller.client().call(
        slot_of(event),
        Command{"HMGET",
                {key, "hold_ttl", "retake_after", "return_delay_max", "seats_per_hold",
                 "accessible_per_hold", "applied"}},
        Clock::now() + config_.timeout);
    if (closed_) co_return false;
    if (!answer || answer->is_error()) {
        ++deps_.caller.counters()["reconciler_failures_total"];
        co_return false;
    }
    if (!deps_.relay.is_at_rest(event)) co_return false;
    const auto wanted = rule_words(hall.seats.rules());
    const std::vector<Reply>& found = answer->items;
    if (found.size() <= wanted.size() || found.front().is_nil()) co_return true;
    if (std::ranges::equal(wanted, std::span{found}.first(wanted.size()), {}, {}, &Reply::text))
        co_return true;
    report({DriftKind::kRules, id});
    ++deps_.caller.counters()["reconciler_repaired_total"];
    deps_.relay.tell_rules(id, std::strtoull(found.back().text.c_str(), nullptr, 10));
    co_return false;
}

awaitable<std::optional<Reply>> HallWatch::read(HallId id, std::uint32_t first, std::string how) {
    const sale::OpenHall& hall = *deps_.relay.halls().find(id);
    const EventId event = hall.event;
    auto answer =
        co_await deps_.caller.ask("hall_read", {event, hall.performance},
                                  {std::to_string(first), std::to_string(kPage), std::move(how)},
                                  Clock::now() + config_.timeout);
    if (closed_) co_return std::nullopt;
    if (!answer) ++deps_.caller.counters()["reconciler_failures_total"];
    // The store may have decided something in the meantime that Redis does not have yet.
    if (!answer || !deps_.relay.is_at_rest(event)) co_return std::nullopt;
    co_return *std::move(answer);
}

awaitable<HallWatch::Page> HallWatch::look_at_page(HallId id, std::uint32_t first,
                                                   Recount* recount) {
    const auto answer = co_await read(id, first, "decided");
    if (!answer || answer->items.empty()) co_return Page::kFailed;
    const sale::OpenHall& hall = *deps_.relay.halls().find(id);
    if (answer->items[0].text == "unknown_performance") {
        const HallDrift unknown{DriftKind::kHallUnknown, id};
        report(unknown);
        repair(unknown);
        co_return Page::kFailed;
    }
    const auto page = read_page(*answer, first);
    if (!page) co_return Page::kFailed;
    co_await compare(id, first, *page);
    if (closed_) co_return Page::kFailed;
    if (recount != nullptr) {
        recount->add(*page);
        const auto shown = co_await read(id, first, "shown");
        if (closed_) co_return Page::kFailed;
        const auto same = shown ? read_page(*shown, first) : std::nullopt;
        if (same && same->version == page->version && same->seats != page->seats)
            recount->is_shown = false;
    }
    co_return first + kPage < hall.seats.seating().size() ? Page::kRead : Page::kLast;
}

awaitable<void> HallWatch::compare(HallId id, std::uint32_t first, const HallPage& page) {
    const seat::Hall& store = deps_.relay.halls().find(id)->seats;
    std::vector<SeatDrift> drifts;
    for (std::uint32_t i = 0; i < page.seats.size(); ++i) {
        const SeatIndex seat{first + i};
        const SeatInRedis& redis = page.seats[i];
        const auto kind = drift_of(store, seat, redis);
        const GuestId guest = redis.owner.value_or(GuestId{});
        if (kind != DriftKind::kPayingAlone) alone_.erase({id, seat});
        if (!kind) continue;
        if (*kind == DriftKind::kPayingAlone && !is_too_long({id, seat}, guest)) continue;
        drifts.push_back({{*kind, id, seat, guest}, redis});
    }
    deps_.caller.counters()["reconciler_seats_compared_total"] += page.seats.size();
    for (const SeatDrift& one : drifts)
        report(one.drift);
    for (const SeatDrift& one : drifts) {
        co_await repair_undisturbed(one);
        if (closed_) co_return;
    }
}

awaitable<void> HallWatch::repair_undisturbed(SeatDrift one) {
    const HallDrift& drift = one.drift;
    const sale::OpenHall& hall = *deps_.relay.halls().find(drift.hall);
    Lease lease;
    if (deps_.leases != nullptr) {
        auto taken = co_await deps_.leases->acquire(hall.event, hall.performance, *drift.seat,
                                                    Clock::now() + config_.lease_wait);
        if (closed_ || !taken) co_return;
        lease = *std::move(taken);
    }
    if (drift.kind != DriftKind::kPayingAlone) {
        if (is_still(one)) repair(drift);
        co_return;
    }
    const auto turn = co_await last_turn(drift);
    if (!closed_ && turn && is_still(one)) stop_paying(drift, *turn);
}

bool HallWatch::is_still(const SeatDrift& one) const {
    const seat::Hall& store = deps_.relay.halls().find(one.drift.hall)->seats;
    return drift_of(store, *one.drift.seat, one.found) == one.drift.kind;
}

awaitable<std::optional<seat::Fence>> HallWatch::last_turn(const HallDrift& drift) {
    const sale::OpenHall& hall = *deps_.relay.halls().find(drift.hall);
    const Command get{
        "HGET", {synced_key(hall.event, hall.performance), std::to_string(drift.seat->value)}};
    const auto answer = co_await deps_.caller.client().call(slot_of(hall.event), get,
                                                            Clock::now() + config_.timeout);
    if (closed_) co_return std::nullopt;
    if (!answer || answer->is_error()) {
        ++deps_.caller.counters()["reconciler_failures_total"];
        co_return std::nullopt;
    }
    const auto synced = std::strtoull(answer->text.c_str(), nullptr, 10);
    co_return static_cast<seat::Fence>(synced / kSyncedSteps);
}

bool HallWatch::is_too_long(SeatKey key, const GuestId& guest) {
    const auto now = Clock::now();
    const auto [found, is_new] = alone_.try_emplace(key, guest, now);
    if (found->second.guest != guest) found->second = {guest, now};
    return now - found->second.since >= config_.alone_max;
}

void HallWatch::report(const HallDrift& drift) {
    ++deps_.caller.counters()["reconciler_drift_total"];
    if (found_) found_(drift);
}

void HallWatch::repair(const HallDrift& drift) {
    HallRelay& relay = deps_.relay;
    ++deps_.caller.counters()["reconciler_repaired_total"];
    switch (drift.kind) {
        case DriftKind::kHallUnknown:
            return relay.tell_anew(relay.halls().find(drift.hall)->event);
        case DriftKind::kNotPaying:
        case DriftKind::kNotSold:
        case DriftKind::kNotBlocked:
        case DriftKind::kNotWaiting:
            return relay.tell(drift.hall, {*drift.seat});
        case DriftKind::kSoldUnknown:
            return relay.end(drift.hall, *drift.seat, drift.guest);
        case DriftKind::kBlockedUnknown:
        case DriftKind::kWaitingUnknown:
            return relay.end(drift.hall, *drift.seat, {});
        case DriftKind::kPayingAlone:  // See stop_paying().
            return;
        case DriftKind::kOrphan:
        case DriftKind::kShown:
        case DriftKind::kCounts:
            return relay.mend(drift.hall);
        case DriftKind::kRules:
            return relay.tell_rules(drift.hall, 0);
    }
}

void HallWatch::stop_paying(const HallDrift& drift, seat::Fence turn) {
    HallRelay& relay = deps_.relay;
    ++deps_.caller.counters()["reconciler_repaired_total"];
    alone_.erase({drift.hall, *drift.seat});
    const seat::Hall& store = relay.halls().find(drift.hall)->seats;
    // The store was restored from an older backup. Redis would ignore every call about the store's
    // last turn, so the payment ends in a turn that Redis does not know yet.
    if (turn > store.fence(*drift.seat))
        return relay.end(drift.hall, *drift.seat, drift.guest, turn + 1);
    // A payment is stopped as a whole. The view knows the guest's other seats.
    const sale::HallView* const view = deps_.view.find(drift.hall);
    const sale::HoldView* const hold = view == nullptr ? nullptr : view->hold(drift.guest);
    relay.undo_request(drift.hall, drift.guest,
                       hold == nullptr ? seat::Seats{*drift.seat} : hold->seats, Before::kHeld);
}

}  // namespace onsale::redis
