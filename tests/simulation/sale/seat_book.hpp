#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/guest_id.hpp"
#include "seat/domain/fact.hpp"
#include "seat/domain/hall.hpp"
#include "seat/domain/seat_state.hpp"
#include "seat/domain/seating.hpp"

namespace onsale::sim {

// One hall by plain lists, kept from the facts alone. Each fact is held against the rules of
// section B as it comes: who may take what, what moves which deadline, what becomes of seats that
// come back. Times are line time.
class SeatBook {
  public:
    struct Seat {
        seat::SeatState state = seat::SeatState::kFree;
        std::optional<GuestId> owner;
        seat::Fence fence = 0;
        std::optional<Instant> free_at;  // Of a returned seat that needs no person.
    };
    struct Visit {
        seat::AdmissionKey admission;
        Instant deadline;
        bool paying = false;
        std::set<std::uint32_t> seats;                // Of the open hold.
        std::map<std::uint32_t, Instant> given_back;  // And when each may be taken again.
    };

    SeatBook(std::shared_ptr<const seat::Seating> seating, const seat::HallRules& rules);

    // The line's time is now so. More minutes for everybody set it back, and what was forgotten by
    // then may stay so or not.
    void observe(Instant now) { latest_ = std::max(latest_, now); }
    Instant latest() const { return latest_; }
    // Who begins to hold under its admission holds until then at most.
    void bound(Instant until) { until_ = until; }
    // `released`: an operator's batch of returned seats may be among what happened.
    void apply(const seat::HallFact& fact, Instant now, bool released);

    const seat::Seating& seating() const { return *seating_; }
    const seat::HallRules& rules() const { return rules_; }
    const std::vector<Seat>& seats() const { return seats_; }
    // Null when the guest never held anything here.
    const Visit* visit(const GuestId& guest) const;
    std::size_t held_by(const GuestId& guest) const;
    bool is_paying(const GuestId& guest) const;
    bool has_bought(const GuestId& guest, std::uint32_t seat) const;
    bool sold_out() const;
    // Nothing that was due has been left undone.
    void check_nothing_due(Instant now) const;
    // The engine's hall is the same one.
    void check_same(const seat::Hall& hall, Instant now) const;

  private:
    void on(const seat::fact::SeatsHeld& fact);
    void on(const seat::fact::HoldEnded& fact);
    void on(const seat::fact::PayingStarted& fact);
    void on(const seat::fact::PaymentDeclined& fact);
    void on(const seat::fact::SeatsSold& fact);
    void on(const seat::fact::SeatsRefunded& fact);
    void on(const seat::fact::SeatsFreed& fact);
    void on(const seat::fact::SeatsBlocked& fact);
    void on(const seat::fact::SeatsUnblocked& fact);
    void on(const seat::fact::RulesSet& fact) { rules_ = fact.rules; }

    void give_more_time(const seat::fact::SeatsHeld& fact);
    void check_deadline(const seat::fact::SeatsHeld& fact, const Visit* before) const;
    void check_party(const Visit& visit) const;
    void check_companions(const GuestId& guest, const Visit& visit) const;
    void check_delay(Instant free_at) const;
    void give_back(Visit& visit, std::uint32_t seat, Instant free_at);
    std::string name(std::uint32_t seat) const { return seating_->id({seat}); }
    Visit& open_visit(const GuestId& guest, const char* what);

    std::shared_ptr<const seat::Seating> seating_;
    seat::HallRules rules_;
    std::vector<Seat> seats_;
    std::map<GuestId, Visit> visits_;
    Instant now_;
    Instant latest_;
    Instant until_;
    bool released_ = false;
};

std::set<std::uint32_t> as_set(const seat::Seats& seats);
// A hold that takes nothing and drops nothing has only more time.
bool gives_time(const seat::fact::SeatsHeld& fact);

}  // namespace onsale::sim
