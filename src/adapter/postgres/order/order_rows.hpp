#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "adapter/postgres/protocol/codec.hpp"
#include "base/guest_id.hpp"
#include "base/time.hpp"
#include "booking/domain/booking_number.hpp"
#include "payment/domain/order.hpp"
#include "sale/domain/message.hpp"

namespace onsale::postgres {

// Rows of the tables of orders, in the types of their columns (migration 0001).
struct OrderRow {
    std::int64_t id = 0;
    std::int64_t code = 0;
    std::int32_t event = 0;
    std::int32_t performance = 0;
    GuestId guest;
    std::int16_t state = 0;
    std::int16_t seats = 0;
    std::int32_t facts = 0;  // After this transaction; 1: the order is new.
    Instant opened_at;
    Instant last_at;
    std::optional<Instant> due_at;
    std::optional<Instant> waits_until;
    bool guests_turn = false;
    std::optional<std::string> booking_number;
    Bytea body;
};

struct FactsRow {
    std::int64_t order = 0;
    std::int32_t seq = 0;
    Instant at;
    Bytea facts;
};

struct CallRow {
    GuestId guest;
    std::int64_t key = 0;
    std::int64_t order = 0;
};

enum class SeatRowState : std::int16_t { kPaying = 1, kSold, kReturned, kBlocked };

// An owner of a seat. A new one, or the state of a known one after this transaction.
struct SeatRow {
    std::int32_t performance = 0;
    std::int32_t seat = 0;
    std::int32_t turn = 0;
    std::int32_t event = 0;
    std::int16_t state = 0;
    std::int64_t order = 0;
    Instant since;
    std::optional<Instant> ended_at;
    bool lived = false;  // A known one: it lived before this transaction.
};

struct PaymentRow {
    std::int64_t id = 0;
    std::int64_t order = 0;
    std::int16_t charge = 0;
    std::optional<std::string> booking;
    std::int16_t provider = 0;
    std::string merchant;
    std::string pg_tid;
    std::int64_t amount = 0;
    std::string currency;
    std::int64_t refunded = 0;
    std::string status;
    Instant created_at;
};

struct RefundRow {
    std::int64_t order = 0;
    std::int16_t refund = 0;
    std::int64_t payment = 0;
    std::int16_t why = 0;
    std::int16_t state = 0;
    std::int64_t amount = 0;
    std::int16_t tries = 0;
    Instant requested_at;
    std::optional<Instant> done_at;
};

struct MessageRow {
    std::int16_t shard = 0;
    std::string topic;
    std::string key;
    std::string event_key;
    std::string type;
    std::string body;
    Instant created_at;
};

// An order before and after the facts of one transaction.
struct OrderChange {
    const payment::Order* before = nullptr;  // Null: the order is new.
    const payment::Order& after;
    std::int32_t facts_before = 0;  // The last row of order_facts, or 0.
    std::string facts{};            // Their bytes.
    std::optional<booking::BookingNumber> booking{};
    // Seats that were given back and that an operator must release.
    std::set<payment::SeatIndex> wait_for_operator{};
    Instant now;
};

// The rows that a transaction writes.
struct OrderRows {
    void add(const OrderChange& change);
    void add(const sale::Message& message);
    // In the order in which all transactions lock rows.
    void sort();

    std::vector<OrderRow> opened;
    std::vector<OrderRow> changed;
    std::vector<FactsRow> facts;
    std::vector<CallRow> calls;
    std::vector<SeatRow> seats_changed;
    std::vector<SeatRow> seats_taken;
    std::vector<PaymentRow> payments;
    std::vector<RefundRow> refunds;
    std::vector<MessageRow> messages;
};

}  // namespace onsale::postgres
