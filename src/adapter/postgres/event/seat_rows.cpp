#include "adapter/postgres/event/seat_rows.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/assert.hpp"

namespace onsale::postgres {
namespace {

// Seat states, indexed by seat_owners.state. Index 0 means that the last turn has ended.
constexpr std::array kStates{seat::SeatState::kFree, seat::SeatState::kPaying,
                             seat::SeatState::kSold, seat::SeatState::kReturned,
                             seat::SeatState::kBlocked};
constexpr std::int16_t kBlocked = 4;

// Locked in the order of the seats, as orders lock them.
constexpr Statement kLockSeats{
    "seats_lock",
    "SELECT seat FROM seat_owners WHERE performance_id = $1 AND seat = ANY ($2) "
    "AND ended_at IS NULL ORDER BY seat FOR UPDATE"};
constexpr Statement kReadSeats{
    "seats_read",
    "SELECT DISTINCT ON (seat) seat, turn, "
    "       CASE WHEN ended_at IS NULL THEN state ELSE 0::smallint END AS state "
    "FROM seat_owners WHERE performance_id = $1 AND seat = ANY ($2) ORDER BY seat, turn DESC"};
constexpr Statement kLockReturned{
    "returned_lock",
    "SELECT seat FROM seat_owners WHERE performance_id = $1 AND ended_at IS NULL "
    "AND state = 3 ORDER BY seat FOR UPDATE"};
constexpr Statement kReadReturned{
    "returned_read",
    "SELECT seat, turn, state FROM seat_owners WHERE performance_id = $1 AND ended_at IS NULL "
    "AND state = 3"};
constexpr Statement kCountGone{
    "seats_gone",
    "SELECT count(*) FROM seat_owners WHERE performance_id = ANY ($1) AND ended_at IS NULL "
    "AND state IN (2, 4)"};
// A clock of another process may be ahead of ours.
constexpr Statement kEnd{"seats_end",
                         "UPDATE seat_owners SET ended_at = greatest(since, $3) "
                         "WHERE performance_id = $1 AND seat = ANY ($2) AND ended_at IS NULL"};
constexpr Statement kBlock{
    "seats_block",
    "INSERT INTO seat_owners (performance_id, seat, turn, event_id, state, reason, owner, since) "
    "SELECT $1, seat, turn, $4, $5, $6, $7, $8 FROM unnest($2::int[], $3::int[]) "
    "AS one (seat, turn)"};

std::int32_t id_of(sale::HallId hall) {
    return static_cast<std::int32_t>(hall.value);
}

std::vector<std::int32_t> numbers_of(const seat::Seats& seats) {
    std::vector<std::int32_t> numbers;
    for (const seat::SeatIndex seat : seats)
        numbers.push_back(static_cast<std::int32_t>(seat.value));
    std::ranges::sort(numbers);
    return numbers;
}

seat::SeatState state_of(std::int16_t stored) {
    ONSALE_ASSERT(stored >= 0 && std::cmp_less(stored, kStates.size()));
    return kStates[static_cast<std::size_t>(stored)];
}

Command end(const seat::Seats& seats, const SeatPlace& place) {
    return {kEnd, {id_of(place.id), numbers_of(seats), place.now}};
}

Command block(const seat::fact::SeatsBlocked& blocked, const SeatPlace& place) {
    const std::vector<std::int32_t> seats = numbers_of(blocked.seats);
    std::vector<std::int32_t> turns;
    for (const std::int32_t seat : seats)
        turns.push_back(
            static_cast<std::int32_t>(place.hall.fence({static_cast<std::uint32_t>(seat)})));
    return {kBlock,
            {id_of(place.id), seats, turns, static_cast<std::int32_t>(place.event.value), kBlocked,
             blocked.reason, blocked.owner, place.now}};
}

}  // namespace

std::vector<Command> read_seats(sale::HallId id, const seat::Seating& seating,
                                const std::vector<std::string>& names) {
    seat::Seats seats;
    for (const std::string& name : names)
        if (const auto seat = seating.find(name)) seats.push_back(*seat);
    const std::vector<std::int32_t> numbers = numbers_of(seats);
    return {{kLockSeats, {id_of(id), numbers}}, {kReadSeats, {id_of(id), numbers}}};
}

std::vector<Command> read_returned(sale::HallId id) {
    return {{kLockReturned, {id_of(id)}}, {kReadReturned, {id_of(id)}}};
}

Command count_gone(const std::vector<sale::HallId>& halls) {
    std::vector<std::int32_t> ids;
    for (const sale::HallId hall : halls)
        ids.push_back(id_of(hall));
    return {kCountGone, {ids}};
}

std::int64_t count_of(const Rows& gone) {
    return std::get<0>(gone.row<std::int64_t>(0));
}

void bring(sale::WorkingSet& set, sale::HallId id, const Rows& rows) {
    for (const auto& [seat, turn, state] : rows.all<std::int32_t, std::int32_t, std::int16_t>())
        set.bring(id, {{static_cast<std::uint32_t>(seat)},
                       state_of(state),
                       static_cast<seat::Fence>(turn),
                       {}});
}

std::vector<Command> rows_of(const seat::HallFact& change, const SeatPlace& place) {
    if (const auto* const blocked = std::get_if<seat::fact::SeatsBlocked>(&change))
        return {end(blocked->seats, place), block(*blocked, place)};
    if (const auto* const unblocked = std::get_if<seat::fact::SeatsUnblocked>(&change))
        return {end(unblocked->seats, place)};
    const auto* const freed = std::get_if<seat::fact::SeatsFreed>(&change);
    ONSALE_ASSERT(freed != nullptr);
    return {end(freed->seats, place)};
}

}  // namespace onsale::postgres
