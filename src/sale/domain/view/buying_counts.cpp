#include "sale/domain/view/buying_counts.hpp"

namespace onsale::sale {
namespace {

std::uint32_t count_of(const seat::Seats& seats) {
    return static_cast<std::uint32_t>(seats.size());
}

}  // namespace

BuyingCounts::BuyingCounts(const State& state) {
    for (const auto& [id, hall] : state.halls())
        know(id, hall.event);
    for (const auto& [event, line] : state.room())
        events_[event].inside_at_start = static_cast<std::uint32_t>(line->ledger().size());
}

void BuyingCounts::apply(const Fact& fact) {
    if (const auto* const changed = std::get_if<fact::HallChanged>(&fact))
        apply_hall(events_[halls_.at(changed->hall)], changed->change);
    else if (const auto* const opened = std::get_if<fact::HallOpened>(&fact))
        know({static_cast<std::uint32_t>(halls_.size() + 1)}, opened->event);
}

void BuyingCounts::apply_hall(Buying& buying, const seat::HallFact& change) {
    if (const auto* const held = std::get_if<seat::fact::SeatsHeld>(&change)) {
        buying.held_seats_finished += count_of(held->dropped);
        buying.held_seats_returned += count_of(held->dropped);
    } else if (const auto* const ended = std::get_if<seat::fact::HoldEnded>(&change)) {
        buying.held_seats_finished += count_of(ended->seats);
        buying.held_seats_returned += count_of(ended->seats);
    } else if (const auto* const sold = std::get_if<seat::fact::SeatsSold>(&change)) {
        ++buying.buyers;
        buying.seats_bought += count_of(sold->seats);
        buying.held_seats_finished += count_of(sold->seats);
    }
}

const Buying& BuyingCounts::of(waiting_room::EventId event) const {
    static const Buying kNone;
    const auto found = events_.find(event);
    return found == events_.end() ? kNone : found->second;
}

}  // namespace onsale::sale
