#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/guest_id.hpp"
#include "base/time.hpp"
#include "sale/domain/command.hpp"
#include "sale/domain/rule/moment.hpp"
#include "sale/domain/state.hpp"
#include "tests/differential/redis_link.hpp"

namespace onsale::differential {

// A guest in one of the halls. The admission may or may not be live.
struct Visitor {
    sale::HallId hall;
    GuestId guest;
    waiting_room::AdmissionId admission;
};

struct PromisedSeats {
    sale::HallId hall;
    GuestId guest;
    std::vector<seat::FencedSeat> seats;
};

// Computes the answers and facts that a hall's script must produce. It calls seat::decide and the
// rules of sale/domain, and applies their consequences as the engine does. Answers are words of the
// scripts, with numbers in decimal. Orders and bookings belong to the sale store, so the purchases
// of a guest are counted in the halls.
class HallOracle {
  public:
    static constexpr waiting_room::EventId kEvent{1};

    void set(Instant now, std::uint64_t random);
    const sale::State& state() const { return state_; }
    const waiting_room::Line& line() const { return *state_.room().find(kEvent); }
    const seat::Hall& hall(sale::HallId id) const { return state_.halls().find(id)->seats; }
    Instant line_now() const { return state_.line_time(kEvent, now_); }

    // Returns the facts since the last call, including their consequences.
    sale::Facts take();
    // Applies facts that were decided elsewhere, and their consequences.
    void record(const sale::Facts& facts);
    void record(sale::HallId hall, const seat::HallFacts& facts);

    Words select(const Visitor& visitor, const seat::Seats& seats);
    Words release(const Visitor& visitor);
    // Extends the admission and the holds in all halls.
    Words extend(const Visitor& visitor, std::uint32_t which);
    Words pay(const Visitor& visitor);
    Words decline(const PromisedSeats& hold, Duration grace);
    // Changes nothing.
    Words decline_late(const PromisedSeats& hold) const;
    Words end_payment(const PromisedSeats& hold);
    // Ends a hold that is no longer being paid for.
    Words end_hold(const PromisedSeats& hold);
    Words reclaim(const PromisedSeats& promised);
    Words sweep(sale::HallId hall, std::uint64_t random);

    // Number of seats of a hall that a guest has bought.
    std::uint32_t bought(sale::HallId hall, const GuestId& guest) const;

  private:
    sale::Moment moment() const;
    void apply(const sale::Fact& fact);
    // Updates the sums after all other facts.
    void settle();
    sale::Buyer buyer(const Visitor& visitor) const;
    bool holds_exactly(const PromisedSeats& hold) const;
    bool above_limit(const Visitor& visitor, std::size_t wanted) const;
    Words held(const seat::HeldSeats& held) const;

    sale::State state_;
    Instant now_;
    std::uint64_t random_ = 0;
    sale::Facts facts_;
};

// The word that the scripts use for each error.
std::string word(seat::HallError error);
std::string word(sale::HoldError error);

}  // namespace onsale::differential
