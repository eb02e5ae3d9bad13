#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "payment/domain/terms.hpp"
#include "sale/domain/fact.hpp"
#include "sale/domain/state.hpp"
#include "seat/domain/seat_map.hpp"

namespace onsale::sale {

// A guest's own hold, as shown to the guest.
struct HoldView {
    seat::Seats seats;  // In plan order.
    Instant deadline;   // Line time; not meaningful while paying.
    bool paying = false;
    std::uint64_t version = 0;  // Grows with every change of the hold, also across restarts.
};

// Why the house reserves seats, and for whom. Shown to operators, never to guests.
struct HouseReason {
    std::string reason;
    std::string owner;

    friend auto operator<=>(const HouseReason&, const HouseReason&) = default;
};
using HouseSeats = std::map<HouseReason, seat::Seats>;  // Each in plan order.
using HoldViews = std::unordered_map<GuestId, HoldView>;

// One hall at one moment, from which a view restarts.
struct HallImage {
    HallId id;
    std::string performance;
    std::shared_ptr<const seat::HallPlan> plan;
    std::shared_ptr<const seat::Seating> seating;
    seat::HallRules rules;
    std::uint64_t version = 0;
    std::vector<seat::SeatState> states;  // One per seat.
    HoldViews holds;                      // The view sets their versions.
    HouseSeats house_seats;
};

// The sale of an event at one moment. Null members were never set.
struct SaleImage {
    std::vector<HallImage> halls;
    std::shared_ptr<const SaleSettings> settings;
    std::shared_ptr<const SaleLevers> levers;
    std::shared_ptr<const payment::Terms> terms;
};

// A reader's copy of one hall: the public state and each guest's own hold.
class HallView {
  public:
    explicit HallView(const fact::HallOpened& opened);
    explicit HallView(const OpenHall& hall);
    HallView(waiting_room::EventId event, HallImage image);

    void apply(const seat::HallFact& fact);
    void start_anew(HallImage image);

    waiting_room::EventId event() const { return event_; }
    const std::string& performance() const { return performance_; }
    const seat::HallPlan& plan() const { return *plan_; }
    const std::shared_ptr<const seat::HallPlan>& shared_plan() const { return plan_; }
    const seat::Seating& seating() const { return map_.seating(); }
    const seat::SeatMap& map() const { return map_; }
    const seat::HallRules& rules() const { return rules_; }
    const HoldView* hold(const GuestId& guest) const;
    const HouseSeats& house_seats() const { return house_seats_; }
    // How often the view was restarted. Data derived from the map's changes must then be rebuilt.
    std::uint32_t starts() const { return starts_; }

  private:
    void block(const seat::fact::SeatsBlocked& blocked);
    void unblock(const seat::Seats& seats);
    void change_hold(const GuestId& guest, const seat::Seats& taken, const seat::Seats& dropped);

    waiting_room::EventId event_;
    std::string performance_;
    std::shared_ptr<const seat::HallPlan> plan_;
    seat::HallRules rules_;
    seat::SeatMap map_;
    HoldViews holds_;
    HouseSeats house_seats_;
    std::uint32_t starts_ = 0;
};

// A reader's copy of the sale of all events, updated by the published facts in order.
// Thread safety: none; each loop has its own.
class SaleView {
  public:
    SaleView() = default;
    explicit SaleView(const State& state);

    // Adds a copy of the event's sale. REQUIRES: the view does not know the event.
    void add(const State& state, waiting_room::EventId event);
    void apply(const Fact& fact);
    // Replaces the event's data by the image. A known hall stays the same object, so that
    // references to it remain valid. A hall that is not in the image stays unchanged, because halls
    // are never closed.
    void start_anew(waiting_room::EventId event, SaleImage image);

    const HallView* find(waiting_room::EventId event, std::string_view performance) const;
    const HallView* find(HallId hall) const;
    // Null if the event has no such performance.
    const HallId* id_of(waiting_room::EventId event, std::string_view performance) const;
    // The defaults if nothing was set for the event.
    const SaleSettings& settings(waiting_room::EventId event) const;
    const SaleLevers& levers(waiting_room::EventId event) const;
    // Null until prices are set.
    const payment::Terms* terms(waiting_room::EventId event) const;
    // Sum over all performances of the event.
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
