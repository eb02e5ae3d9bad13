#pragma once

#include "base/result.hpp"
#include "sale/domain/command.hpp"
#include "sale/domain/state.hpp"

namespace onsale::sale {

// The state that a decision about a guest's seats uses.
struct SaleTarget {
    const waiting_room::Line& line;
    HallId id;
    const OpenHall& hall;
    Instant line_now;
};

// Before the sale opens no seat is available, regardless of other settings.
inline bool sells(const waiting_room::Line& line) {
    return line.lifecycle() == waiting_room::Lifecycle::kOpen ||
           line.lifecycle() == waiting_room::Lifecycle::kPaused;
}

inline bool is_admitted(const waiting_room::Line& line, const Buyer& buyer) {
    const auto number = line.find(buyer.guest);
    return number && *number == number_of(buyer.admission) && line.ledger().live(buyer.admission);
}

// `Error`: HoldError or PayError, which use the same names for these cases. A guest who was
// admitted elsewhere needs no admission here.
template <class Error>
Result<SaleTarget, Error> find_open_hall(const State& state, const Buyer& buyer, Instant now) {
    const waiting_room::Line* const line = state.room().find(buyer.event);
    if (line == nullptr) return fail(Error::kUnknownEvent);
    const auto id = state.halls().find(buyer.event, buyer.performance);
    if (!id) return fail(Error::kUnknownPerformance);
    if (!sells(*line)) return fail(Error::kNotOpen);
    return SaleTarget{*line, *id, *state.halls().find(*id), line->clock().at(now)};
}

template <class Error>
Result<SaleTarget, Error> find_target(const State& state, const Buyer& buyer, Instant now) {
    auto target = find_open_hall<Error>(state, buyer, now);
    if (target && !is_admitted(target->line, buyer)) return fail(Error::kNoAdmission);
    return target;
}

}  // namespace onsale::sale
