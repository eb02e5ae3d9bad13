#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "adapter/postgres/protocol/round.hpp"
#include "sale/domain/working_set.hpp"

namespace onsale::postgres {

// An order as its row has it.
struct StoredOrder {
    std::int32_t facts = 0;  // The last row of order_facts.
    Instant last_at;
    std::optional<booking::BookingNumber> booking{};
    payment::Order order;
};

// What a decision needs besides the events.
struct StoredRows {
    std::vector<StoredOrder> orders;
    std::vector<sale::BoughtSeats> bought;
    std::vector<std::pair<sale::HallId, seat::StoredSeat>> seats;
};

// The rows that a decision reads and locks. Guests first, in one order for all transactions, then
// orders by their ids. So two transactions rarely wait for each other in a circle.
struct Wanted {
    // Nobody else asks for a payment of these guests meanwhile. Their open orders are read.
    std::set<GuestId> guests;
    std::set<std::pair<GuestId, std::uint64_t>> calls;  // The orders of earlier calls.
    std::set<payment::OrderCode> codes;
    // Those among them that may get their seats after their end, within the limits of the guest.
    std::set<payment::OrderCode> records;
    std::set<EventId> limits;  // How many seats of these events the guests have bought.
    std::set<std::pair<sale::HallId, seat::SeatIndex>> seats;

    bool empty() const { return guests.empty() && codes.empty() && seats.empty(); }
};

std::vector<Command> read_commands(const Wanted& wanted);

// Adds the answers to read_commands(); sums that are known already stay as they are. The error is a
// body that cannot be read.
std::optional<CallError> add_rows(const Wanted& wanted, std::span<const Rows> answers,
                                  StoredRows& rows);

// Adds orders whose columns are facts, last_at, booking_number and body.
std::optional<CallError> add_orders(const Rows& answer, std::vector<StoredOrder>& orders);

}  // namespace onsale::postgres
