#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "payment/domain/terms.hpp"
#include "sale/domain/fact.hpp"
#include "sale/domain/state.hpp"
#include "seat/domain/seat_map.hpp"

namespace onsale::sale {

// A guest's own hold, as the guest may see it.
struct HoldView {
    seat::Seats seats;  // In plan order.
    Instant deadline;   // Line time; means nothing while paying.
    bool paying = false;
    std::uint64_t version = 0;  // Grows with every change of the hold, also across restarts.
};

// Why the house keeps seats, and for whom. For operators, never for guests.
struct HouseReason {
    std::string reason;
    std::string owner;

    friend auto operator<=>(const HouseReason&, const HouseReason&) = default;
};
using HouseSeats = std::map<HouseReason, seat::Seats>;  // Each in plan order.

// A reader's copy of one hall: what everybody may see, and each guest's own hold.
class HallView {
  public:
    explicit HallView(const fact::HallOpened& opened);
    explicit HallView(const OpenHall& hall);

    void apply(const seat::HallFact& fact);

    waiting_room::EventId event() const { return event_; }
    const std::string& performance() const { return performance_; }
    const seat::HallPlan& plan() const { return *plan_; }
    const std::shared_ptr<const seat::HallPlan>& shared_plan() const { return plan_; }
    const seat::Seating& seating() const { return map_.seating(); }
    const seat::SeatMap& map() const { return map_; }
    const seat::HallRules& rules() const { return rules_; }
    const HoldView* hold(const GuestId& guest) const;
    const HouseSeats& house_seats() const { return house_seats_; }

  private:
    void block(const seat::fact::SeatsBlocked& blocked);
    void unblock(const seat::Seats& seats);
    void change_hold(const GuestId& guest, const seat::Seats& taken, const seat::Seats& dropped);

    waiting_room::EventId event_;
    std::string performance_;
    std::shared_ptr<const seat::HallPlan> plan_;
    seat::HallRules rules_;
    seat::SeatMap map_;
    std::unordered_map<GuestId, HoldView> holds_;
    HouseSeats house_seats_;
};

// A reader's copy of what an event sells and how. Fed by the published facts in order.
// Thread safety: none; each loop has its own.
class SaleView {
  public:
    SaleView() = default;
    explicit SaleView(const State& state);

    void apply(const Fact& fact);

    const HallView* find(waiting_room::EventId event, std::string_view performance) const;
    const HallView* find(HallId hall) const;
    // Never null: an event that was told nothing has the defaults.
    const SaleSettings& settings(waiting_room::EventId event) const;
    const SaleLevers& levers(waiting_room::EventId event) const;
    // Null until prices are set.
    const payment::Terms* terms(waiting_room::EventId event) const;
    // Over all performances of the event.
    seat::StateCounts counts(waiting_room::EventId event) const;
    bool has_halls(waiting_room::EventId event) const { return by_event_.contains(event); }
    auto begin() const { return halls_.begin(); }
    auto end() const { return halls_.end(); }

  private:
    void add(HallId id, std::unique_ptr<HallView> hall);

    std::map<HallId, std::unique_ptr<HallView>> halls_;
    std::map<std::pair<waiting_room::EventId, std::string>, HallId, std::less<>> by_key_;
    std::map<waiting_room::EventId, std::vector<HallId>> by_event_;
    std::map<waiting_room::EventId, std::shared_ptr<const SaleSettings>> settings_;
    std::map<waiting_room::EventId, std::shared_ptr<const SaleLevers>> levers_;
    std::map<waiting_room::EventId, std::shared_ptr<const payment::Terms>> terms_;
};

}  // namespace onsale::sale
