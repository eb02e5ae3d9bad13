// Computes the expected answer to a selection of seats from the plain lists.
#include <algorithm>

#include <fmt/format.h>

#include "tests/simulation/require.hpp"
#include "tests/simulation/sale/outcomes.hpp"

namespace onsale::sim {

using embedded::SaleCommand;
using sale::HallId;
using sale::HoldError;
using seat::HallError;
using Seats = std::set<std::uint32_t>;

namespace {

Expected refused(HoldError error) {
    return {error, std::nullopt, {}};
}

Expected refused(HallError error, Seats taken = {}) {
    return {HoldError::kHall, error, std::move(taken)};
}

std::optional<HallId> find_hall(const sale::Buyer& buyer, const Auditor& before) {
    for (const auto& [id, hall] : before.halls())
        if (before.event_of(id) == buyer.event &&
            before.view().find(id)->performance() == buyer.performance)
            return id;
    return std::nullopt;
}

bool sells(const waiting_room::LineView& line) {
    return line.lifecycle() == waiting_room::Lifecycle::kOpen ||
           line.lifecycle() == waiting_room::Lifecycle::kPaused;
}

std::optional<HallError> wrong_party(const SeatBook& book, const GuestId& guest,
                                     const Seats& wanted) {
    if (wanted.size() > book.rules().seats_per_hold) return HallError::kTooManySeats;
    std::size_t accessible = 0;
    bool alone = false;
    for (const std::uint32_t seat : wanted) {
        accessible += book.seating().accessible({seat}) ? 1 : 0;
        const auto place = book.seating().companion_of({seat});
        alone = alone ||
                (place && !wanted.contains(place->value) && !book.has_bought(guest, place->value));
    }
    if (accessible > book.rules().accessible_per_hold) return HallError::kTooManyAccessible;
    if (alone) return HallError::kCompanionAlone;
    return std::nullopt;
}

// Returned seats and expired visits may be forgotten after their time, so the answer is not
// certain.
bool may_be_forgotten(const SeatBook& book, const SeatBook::Visit& visit, const Seats& wanted) {
    const bool over = visit.seats.empty() && visit.deadline <= book.latest();
    return over || std::ranges::any_of(wanted, [&](std::uint32_t seat) {
               const auto again = visit.given_back.find(seat);
               return again != visit.given_back.end() && again->second <= book.latest();
           });
}

// Nullopt if the hall does not refuse.
std::optional<Expected> by_the_hall(const SeatBook& book, const GuestId& guest,
                                    std::uint64_t admission, const Seats& wanted, Instant until,
                                    Instant now) {
    const SeatBook::Visit* const visit = book.visit(guest);
    const Seats held = visit == nullptr ? Seats{} : visit->seats;
    if (const auto wrong = wrong_party(book, guest, wanted)) return refused(*wrong);
    const bool goes_on = visit != nullptr && (!held.empty() || visit->admission.value == admission);
    const bool is_over = goes_on && visit->deadline <= now;
    if (is_over || (held.empty() && until <= now)) return refused(HallError::kTimeOver);
    if (held == wanted) return Expected{};
    if (visit != nullptr && visit->paying) return refused(HallError::kBeingPaid);
    Seats lost;
    bool again = false;
    for (const std::uint32_t seat : wanted) {
        if (held.contains(seat)) continue;
        if (book.seats()[seat].state != seat::SeatState::kFree) lost.insert(seat);
        again = again || (visit != nullptr && visit->given_back.contains(seat));
    }
    if (!lost.empty()) return refused(HallError::kSeatTaken, std::move(lost));
    if (again) return refused(HallError::kGivenBack);
    return std::nullopt;
}

std::optional<Expected> by_the_sale(const Auditor& before, HallId id, const sale::Buyer& buyer,
                                    const Seats& wanted) {
    const sale::SaleLevers& levers = before.view().levers(buyer.event);
    if (levers.holds_stopped) return refused(HoldError::kHoldsStopped);
    const seat::Seating& seating = before.hall(id)->seating();
    for (const std::string& stopped : levers.sections_stopped)
        for (const std::uint32_t seat : wanted)
            if (seating.find_section(stopped) == seating.section({seat}))
                return refused(HoldError::kSectionStopped);
    if (before.over_limit(buyer.event, id, buyer.guest, wanted.size()))
        return refused(HoldError::kLimitReached);
    return Expected{};
}

}  // namespace

std::optional<Expected> expected_of(const embedded::Command& command, const Auditor& before,
                                    Instant now) {
    const auto* const sale = std::get_if<SaleCommand>(&command);
    const auto* const select =
        sale == nullptr ? nullptr : std::get_if<sale::command::SelectSeats>(sale);
    if (select == nullptr) return std::nullopt;
    const sale::Buyer& buyer = select->buyer;
    const auto id = find_hall(buyer, before);
    if (!id) return refused(HoldError::kUnknownPerformance);
    if (!sells(*before.room().find(buyer.event))) return refused(HoldError::kNotOpen);
    const auto live = before.admission(buyer.event, buyer.guest);
    if (!live || *live != buyer.admission) return refused(HoldError::kNoAdmission);
    Seats wanted;
    for (const std::string& name : select->seats) {
        const auto seat = before.hall(*id)->seating().find(name);
        if (!seat) return refused(HallError::kUnknownSeat);
        wanted.insert(seat->value);
    }
    const SeatBook& book = *before.hall(*id);
    const Instant line_now = before.line_time(buyer.event, now);
    const SeatBook::Visit* const visit = book.visit(buyer.guest);
    if (visit != nullptr && may_be_forgotten(book, *visit, wanted)) return std::nullopt;
    const Instant until = before.holds_until(*id, *live);
    if (auto refusal = by_the_hall(book, buyer.guest, live->value, wanted, until, line_now))
        return refusal;
    return by_the_sale(before, *id, buyer, wanted);
}

void check_expected(const Expected& expected, const embedded::Outcome& outcome) {
    const auto& held = std::get<sale::HoldOutcome>(outcome);
    const auto words = [&] {
        const auto code = [](const auto& error) {
            return error ? std::to_string(static_cast<int>(*error)) : std::string{"none"};
        };
        return fmt::format("a choice of seats should have been refused with {} ({})",
                           code(expected.error), code(expected.hall));
    };
    require(held.has_value() == !expected.error, words);
    if (held) return;
    require(held.error().error == *expected.error, words);
    if (!expected.hall) return;
    require(held.error().hall.error == *expected.hall, words);
    require(*expected.hall != HallError::kSeatTaken ||
                as_set(held.error().hall.seats) == expected.taken,
            "other seats are called taken than are");
}

}  // namespace onsale::sim
