#pragma once

#include <cstdint>
#include <map>

#include "sale/domain/fact.hpp"
#include "sale/domain/state.hpp"

namespace onsale::sale {

// How guests of one event have bought since the process started.
struct Buying {
    std::uint32_t inside_at_start = 0;  // Admissions that were live at the start.
    std::uint32_t buyers = 0;
    std::uint32_t seats_bought = 0;
    std::uint32_t held_seats_finished = 0;  // Seats whose hold ended, bought or not.
    std::uint32_t held_seats_returned = 0;  // Held seats that were not bought.

    friend bool operator==(const Buying&, const Buying&) = default;
};

// The purchases of all events, updated by the published facts in order. Every loop has one for the
// odds that it shows, so updates are cheap.
// Thread safety: none; each loop has its own.
class BuyingCounts {
  public:
    BuyingCounts() = default;
    explicit BuyingCounts(const State& state);

    void apply(const Fact& fact);
    // Adds a hall that was opened before the counting started.
    void know(HallId hall, waiting_room::EventId event) { halls_[hall] = event; }

    const Buying& of(waiting_room::EventId event) const;

  private:
    void apply_hall(Buying& buying, const seat::HallFact& fact);

    std::map<waiting_room::EventId, Buying> events_;
    std::map<HallId, waiting_room::EventId> halls_;
};

}  // namespace onsale::sale
