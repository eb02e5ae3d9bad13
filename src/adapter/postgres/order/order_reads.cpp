#include "adapter/postgres/order/order_reads.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "payment/domain/order_bytes.hpp"

namespace onsale::postgres {
namespace {

// The guests of ended orders that a late payment may revive are locked, too.
constexpr Statement kLockGuests{
    "lock_guests",
    "SELECT pg_advisory_xact_lock(key) IS NULL FROM ("
    " SELECT DISTINCT uuid_hash_extended(guest, 0) AS key FROM ("
    "  SELECT unnest($1::uuid[]) AS guest"
    "  UNION ALL SELECT guest FROM orders WHERE code = ANY ($2::bigint[]) AND state = 4) g"
    " ORDER BY key) k"};

constexpr Statement kLockOrders{
    "lock_orders",
    "SELECT o.facts, o.last_at, o.booking_number, o.body FROM orders o WHERE o.id = ANY (ARRAY("
    " SELECT id FROM orders WHERE guest = ANY ($1::uuid[]) AND state NOT IN (3, 4)"
    " UNION SELECT id FROM orders WHERE code = ANY ($2::bigint[])"
    " UNION SELECT c.order_id FROM unnest($3::uuid[], $4::bigint[]) AS k(guest, key)"
    "  JOIN order_calls c USING (guest, key)))"
    " ORDER BY o.id FOR UPDATE"};

constexpr Statement kBought{
    "bought",
    "SELECT guest, event_id, performance_id, sum(seats)::bigint FROM orders"
    " WHERE guest = ANY ($1::uuid[]) AND event_id = ANY ($2::int[]) AND state = 3"
    " GROUP BY guest, event_id, performance_id"};

constexpr Statement kSeats{"seats",
                           "SELECT o.performance_id, o.seat, o.turn, o.state, o.ended_at IS NULL"
                           " FROM unnest($1::int[], $2::int[]) AS s(performance_id, seat)"
                           " CROSS JOIN LATERAL (SELECT * FROM seat_owners o"
                           "  WHERE o.performance_id = s.performance_id AND o.seat = s.seat"
                           "  ORDER BY o.turn DESC LIMIT 1) o"};

// One column of the items.
template <class Cell, class Items, class Of>
Value column(const Items& items, const Of& of) {
    std::vector<Cell> cells;
    cells.reserve(items.size());
    for (const auto& item : items)
        cells.push_back(static_cast<Cell>(of(item)));
    return cells;
}

template <class Ids>
Value ids(const Ids& all) {
    return column<std::int64_t>(all, [](const auto& id) { return id.value; });
}

Value guests(const Wanted& wanted) {
    return std::vector<GuestId>(wanted.guests.begin(), wanted.guests.end());
}

seat::SeatState state_of(std::int16_t state, bool lives) {
    if (!lives) return seat::SeatState::kFree;
    constexpr std::array kStates = {seat::SeatState::kPaying, seat::SeatState::kSold,
                                    seat::SeatState::kReturned, seat::SeatState::kBlocked};
    ONSALE_ASSERT(state >= 1 && static_cast<std::size_t>(state) <= kStates.size());
    return kStates[static_cast<std::size_t>(state - 1)];
}

void add_bought(const Rows& answer, std::vector<sale::BoughtSeats>& bought) {
    for (const auto& [guest, event, performance, seats] :
         answer.all<GuestId, std::int32_t, std::int32_t, std::int64_t>()) {
        const sale::BoughtSeats sum{guest,
                                    {static_cast<std::uint32_t>(event)},
                                    {static_cast<std::uint32_t>(performance)},
                                    static_cast<std::uint32_t>(seats)};
        const bool is_known = std::ranges::any_of(bought, [&](const sale::BoughtSeats& other) {
            return other.guest == sum.guest && other.performance == sum.performance;
        });
        if (!is_known) bought.push_back(sum);
    }
}

void add_seats(const Rows& answer, StoredRows& rows) {
    for (const auto& [hall, seat, turn, state, lives] :
         answer.all<std::int32_t, std::int32_t, std::int32_t, std::int16_t, bool>())
        rows.seats.push_back({{static_cast<std::uint32_t>(hall)},
                              {.seat = {static_cast<std::uint32_t>(seat)},
                               .state = state_of(state, lives),
                               .fence = static_cast<seat::Fence>(turn),
                               .owner = {}}});
}

}  // namespace

std::vector<Command> read_commands(const Wanted& wanted) {
    std::vector<Command> all;
    if (!wanted.guests.empty() || !wanted.records.empty())
        all.push_back({kLockGuests, {guests(wanted), ids(wanted.records)}});
    all.push_back(
        {kLockOrders,
         {guests(wanted), ids(wanted.codes),
          column<GuestId>(wanted.calls, [](const auto& call) { return call.first; }),
          column<std::int64_t>(wanted.calls, [](const auto& call) { return call.second; })}});
    if (!wanted.limits.empty())
        all.push_back(
            {kBought, {guests(wanted), column<std::int32_t>(wanted.limits, [](EventId event) {
                           return event.value;
                       })}});
    if (!wanted.seats.empty())
        all.push_back(
            {kSeats,
             {column<std::int32_t>(wanted.seats, [](const auto& one) { return one.first.value; }),
              column<std::int32_t>(wanted.seats,
                                   [](const auto& one) { return one.second.value; })}});
    return all;
}

std::optional<CallError> add_rows(const Wanted& wanted, std::span<const Rows> answers,
                                  StoredRows& rows) {
    std::size_t next = wanted.guests.empty() && wanted.records.empty() ? 0 : 1;
    if (auto error = add_orders(answers[next++], rows.orders)) return error;
    if (!wanted.limits.empty()) add_bought(answers[next++], rows.bought);
    if (!wanted.seats.empty()) add_seats(answers[next++], rows);
    return std::nullopt;
}

std::optional<CallError> add_orders(const Rows& answer, std::vector<StoredOrder>& orders) {
    for (const auto& [facts, last_at, number, body] :
         answer.all<std::int32_t, Instant, std::optional<std::string>, Bytea>()) {
        auto order = payment::load_body(body.bytes);
        if (!order)
            return CallError::unavailable(CallCause::kBadAnswer,
                                          "the body of an order cannot be read");
        orders.push_back({facts, last_at,
                          number ? booking::parse_booking_number(*number) : std::nullopt,
                          *std::move(order)});
    }
    return std::nullopt;
}

}  // namespace onsale::postgres
