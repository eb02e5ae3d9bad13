#include "tests/postgres/story/book_text.hpp"

#include <map>
#include <sstream>

#include <fmt/format.h>

#include "payment/domain/order_bytes.hpp"

namespace onsale::postgres {

using payment::Order;
using payment::OrderState;

namespace {

std::string hex(std::string_view bytes) {
    std::string text;
    for (const char byte : bytes)
        text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
    return text;
}

std::string from_hex(const std::string& text) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2)
        bytes += static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16));
    return bytes;
}

std::string ms(const std::optional<Instant>& at) {
    return at ? std::to_string(to_ms(*at)) : "-";
}

std::string lines(const OrderDatabase& database, const std::string& columns,
                  const std::string& from, const std::string& order) {
    return database.sql("SELECT coalesce(string_agg(concat_ws(' ', " + columns +
                        "), E'\\n' ORDER BY " + order + "), '') FROM " + from);
}

std::string epoch(const std::string& column) {
    return "coalesce((extract(epoch FROM " + column + ") * 1000)::bigint::text, '-')";
}

// Rows of order_facts, replayed as a journal is.
std::string replayed(const OrderDatabase& database) {
    std::istringstream rows{lines(database, "order_id, " + epoch("at") + ", encode(facts, 'hex')",
                                  "order_facts", "order_id, seq")};
    std::map<std::uint64_t, Order> orders;
    std::uint64_t id = 0;
    long long at = 0;
    for (std::string text; rows >> id >> at >> text;) {
        sale::Facts facts;
        if (!sale::load(from_hex(text), facts)) return "facts cannot be read";
        Order& order = orders[id];
        order.id = {id};
        for (const sale::Fact& fact : facts)
            if (const auto* const one = std::get_if<payment::Fact>(&fact))
                payment::evolve(order, *one, instant_from_ms(at));
    }
    std::string text;
    for (const auto& [number, order] : orders)
        text += fmt::format("{} {}\n", number, hex(payment::body_of(order)));
    return text;
}

std::string order_line(const Order& order, const sale::State& state) {
    const auto* const number = state.bookings().number_of(order.id);
    const bool ends = order.state == OrderState::kHeld || order.state == OrderState::kPaying;
    Order quiet = order;
    quiet.confirming = false;
    std::size_t seats = 0;
    for (const payment::QuoteLine& line : order.quote.lines)
        if (order.booked && !order.refunded(line.chosen.seat)) ++seats;
    return fmt::format(
        "{} {} {} {} {} {} {} {}\n", order.id.value, static_cast<int>(order.state), seats,
        order.guests_turn() ? "t" : "f", ms(quiet.due()), ends ? ms(order.deadline) : "-",
        number != nullptr ? booking::to_text(*number) : "-", hex(payment::body_of(order)));
}

std::string payment_lines(const Order& order, const sale::State& state) {
    std::string text;
    const auto* const number = state.bookings().number_of(order.id);
    for (std::uint8_t i = 0; i < order.charges.size(); ++i) {
        const payment::Charge& charge = order.charges[i];
        const auto back = charge.amount.amount - order.refundable({i});
        const bool booked = order.booked && order.booked->value == i;
        text += fmt::format("{} {} {} {} {} {}\n", order.id.value * 256 + i,
                            booked ? booking::to_text(*number) : "-", charge.payment_key,
                            charge.amount.amount, back,
                            back == 0                      ? "CONFIRMED"
                            : back == charge.amount.amount ? "REFUNDED"
                                                           : "PARTLY_REFUNDED");
    }
    return text;
}

std::string refund_lines(const Order& order) {
    std::string text;
    for (std::size_t i = 0; i < order.refunds.size(); ++i) {
        const payment::Refund& refund = order.refunds[i];
        text +=
            fmt::format("{} {} {} {} {} {}\n", order.id.value, i, static_cast<int>(refund.why),
                        static_cast<int>(refund.state), refund.quote.amount.amount, refund.tries);
    }
    return text;
}

// Seats with an owner that must live in rows. A hold is in Redis.
std::string seat_lines(const seat::Hall& hall) {
    std::string text;
    for (std::uint32_t seat = 0; seat < hall.seating().size(); ++seat) {
        const bool waits = !hall.returns().contains({seat});
        const seat::SeatState now = hall.state({seat});
        const int state = now == seat::SeatState::kPaying              ? 1
                          : now == seat::SeatState::kSold              ? 2
                          : now == seat::SeatState::kReturned && waits ? 3
                                                                       : 0;
        if (state != 0) text += fmt::format("{} {} {}\n", seat, state, hall.fence({seat}));
    }
    return text;
}

// Each line ends.
std::string ended(std::string text) {
    return text.empty() ? text : text + "\n";
}

}  // namespace

BookText text_of(const OrderDatabase& database) {
    return {.orders = ended(lines(database,
                                  "id, state, seats, guests_turn, " + epoch("due_at") + ", " +
                                      epoch("waits_until") +
                                      ", coalesce(booking_number, '-'), encode(body, 'hex')",
                                  "orders", "id")),
            .facts = replayed(database),
            .seats = ended(
                lines(database, "seat, state, turn", "seat_owners WHERE ended_at IS NULL", "seat")),
            .payments = ended(
                lines(database, "id, coalesce(booking_id, '-'), pg_tid, amount, refunded, status",
                      "payments", "id")),
            .refunds = ended(lines(database, "order_id, refund, why, state, amount, tries",
                                   "refunds", "order_id, refund")),
            .messages = ended(lines(database, "topic, key, type, body", "outbox", "id"))};
}

BookText text_of(Oracle& oracle) {
    BookText text;
    const sale::State& state = oracle.state();
    for (const Order& order : state.orders().orders()) {
        text.orders += order_line(order, state);
        text.facts += fmt::format("{} {}\n", order.id.value, hex(payment::body_of(order)));
        text.payments += payment_lines(order, state);
        text.refunds += refund_lines(order);
    }
    text.seats = seat_lines(state.halls().find(Oracle::kHall)->seats);
    for (const embedded::OutboxRow& row : oracle.messages())
        text.messages += fmt::format("{} {} {} {}\n", row.topic, row.key, row.type, row.body);
    return text;
}

namespace {

std::string first_difference(std::string_view what, const std::string& rows,
                             const std::string& oracle) {
    if (rows == oracle) return {};
    std::istringstream left{rows};
    std::istringstream right{oracle};
    std::string a;
    std::string b;
    do {
        a.clear();
        b.clear();
        std::getline(left, a);
        std::getline(right, b);
    } while (a == b && (left || right));
    return fmt::format("{} differ\n  rows:   {}\n  oracle: {}", what, a, b);
}

}  // namespace

std::string difference(const BookText& rows, const BookText& oracle) {
    for (const auto& text : {first_difference("orders", rows.orders, oracle.orders),
                             first_difference("facts", rows.facts, oracle.facts),
                             first_difference("seats", rows.seats, oracle.seats),
                             first_difference("payments", rows.payments, oracle.payments),
                             first_difference("refunds", rows.refunds, oracle.refunds),
                             first_difference("messages", rows.messages, oracle.messages)})
        if (!text.empty()) return text;
    return {};
}

}  // namespace onsale::postgres
