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

// One hall in plain lists, built only from facts. Each fact is checked against the rules of
// seat/domain, written a second time here: who may take which seats, which facts move a deadline,
// and what happens to returned seats.
// Times are line time.
class SeatBook {
  public:
    struct Seat {
        seat::SeatState state = seat::SeatState::kFree;
        std::optional<GuestId> owner;
        seat::Fence fence = 0;
        std::optional<Instant> free_at;  // For a returned seat that needs no release by hand.
    };
    struct Visit {
        seat::AdmissionKey admission;
        Instant deadline;
        bool paying = false;
        std::set<std::uint32_t> seats;  // Seats of the open hold.
        // The time when each returned seat may be taken again.
        std::map<std::uint32_t, Instant> given_back;
    };

    SeatBook(std::shared_ptr<const seat::Seating> seating, const seat::HallRules& rules);

    // Reports the current line time. An extension for all guests moves line time back, and data
    // that was forgotten before may or may not be known again.
    void observe(Instant now) { latest_ = std::max(latest_, now); }
    Instant latest() const { return latest_; }
    // Sets the latest end of a hold that begins now.
    void bound(Instant until) { until_ = until; }
    // `released`: the batch may contain an operator's release of returned seats.
    void apply(const seat::HallFact& fact, Instant now, bool released);

    const seat::Seating& seating() const { return *seating_; }
    const seat::HallRules& rules() const { return rules_; }
    const std::vector<Seat>& seats() const { return seats_; }
    // Null if the guest never held seats here.
    const Visit* visit(const GuestId& guest) const;
    std::size_t held_by(const GuestId& guest) const;
    bool is_paying(const GuestId& guest) const;
    bool has_bought(const GuestId& guest, std::uint32_t seat) const;
    bool sold_out() const;
    // Checks that no due work is left.
    void check_nothing_due(Instant now) const;
    // The hall of the engine must equal these lists.
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
// True if the fact neither adds nor removes seats, so it only extends the hold.
bool gives_time(const seat::fact::SeatsHeld& fact);

}  // namespace onsale::sim
