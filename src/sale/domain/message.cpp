#include "sale/domain/message.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "base/base64url.hpp"
#include "base/overloaded.hpp"
#include "payment/domain/order_code.hpp"
#include "payment/domain/words.hpp"

namespace onsale::sale {

using payment::Order;

namespace {

// The amount refunded for one seat.
std::int64_t refund_of(const payment::RefundQuote& quote, const payment::QuoteLine& line) {
    std::int64_t rest = line.price + line.fees;
    for (const payment::Deduction& deduction : quote.deductions)
        if (deduction.seat == line.chosen.seat) rest -= deduction.amount;
    return rest;
}

class Tell {
  public:
    Tell(const State& state, Instant now) : state_(state), now_(now) {}

    std::vector<Message> take() { return std::move(messages_); }

    void operator()(const payment::Fact& fact) {
        std::visit(
            Overloaded{
                [&](const payment::fact::PaymentRequested& one) { requested(fact, one); },
                [&](const payment::fact::Charged&) { charged(order_of(fact)); },
                [&](const payment::fact::OrderEnded& one) { ended(order_of(fact), one.reason); },
                [&](const payment::fact::RefundDone& one) { refunded(order_of(fact), one.refund); },
                [](const auto&) {},
            },
            fact.body);
    }

    void operator()(const fact::BookingMade& made) {
        const Order& order = *state_.orders().find(made.order);
        const auto index = std::to_string(order.booked->value);
        for (const MessageType type :
             {MessageType::kReservationConfirmed, MessageType::kBookingCompleted}) {
            Message& message = add(order, type, "b" + index);
            message.seats = seats_of(order);
            message.order_fees = order.quote.order_fees;
            set_charge(message, order, *order.booked);
            set(message, order.quote.total);
        }
    }

    void operator()(const fact::HallChanged& changed) {
        const auto* const back = std::get_if<seat::fact::SeatsRefunded>(&changed.change);
        if (back == nullptr || back->seats.empty()) return;
        const OpenHall& hall = *state_.halls().find(changed.hall);
        Message& message = add(hall, MessageType::kSeatReturned);
        for (const seat::SeatIndex seat : back->seats) {
            const seat::Seating& seating = hall.seats.seating();
            MessageSeat& one = message.seats.emplace_back();
            one.id = seating.id(seat);
            one.grade = seating.grade_id(seating.grade(seat));
            one.fence = static_cast<std::uint64_t>(hall.seats.fence(seat));
        }
        const MessageSeat& first = message.seats.front();
        message.id = key_of(message) + "-" + first.id + "-" + std::to_string(first.fence) + "-" +
                     std::string{to_word(message.type)};
    }

    void operator()(const waiting_room::Fact&) {}
    void operator()(const fact::HallOpened&) {}
    void operator()(const fact::SettingsSet&) {}
    void operator()(const fact::LeversSet&) {}

  private:
    const Order& order_of(const payment::Fact& fact) const {
        return *state_.orders().find(fact.order);
    }

    Message& add(const OpenHall& hall, MessageType type) {
        const waiting_room::EventSettings& event = state_.room().find(hall.event)->settings();
        Message& message = messages_.emplace_back();
        message.type = type;
        message.at = now_;
        message.event = event.key;
        message.zone = event.time_zone;
        message.performance = hall.performance;
        return message;
    }
    // `which`: identifies the attempt, charge, refund or step of the order, so that ids are unique.
    Message& add(const Order& order, MessageType type, const std::string& which) {
        Message& message = add(*state_.halls().find(order.performance), type);
        message.order = payment::to_text(order.code);
        message.guest = hex_encode(order.guest);
        message.id = message.order + "-" + which + "-" + std::string{to_word(type)};
        if (const auto* const number = state_.bookings().number_of(order.id))
            message.booking = booking::to_text(*number);
        return message;
    }

    static void set(Message& message, const payment::Money& money) {
        message.amount = money.amount;
        message.currency = money.currency.text();
    }
    static void set_charge(Message& message, const Order& order, payment::ChargeIndex index) {
        const payment::Charge& charge = order.charges[index.value];
        message.provider = order.attempts[charge.attempt - 1u].provider.value;
        message.payment = charge.payment_key;
    }

    MessageSeat seat_of(const Order& order, const payment::QuoteLine& line) const {
        const seat::Hall& hall = state_.halls().find(order.performance)->seats;
        const payment::GradePrices& grade =
            state_.orders().terms(order).prices.grades[line.chosen.grade.value];
        return {.id = hall.seating().id(line.chosen.seat),
                .grade = grade.grade,
                .price_type = grade.types[line.chosen.type.value].name,
                .price = line.price,
                .fees = line.fees,
                .fence = line.chosen.fence.value,
                .discount = payment::discount(grade, line.price)};
    }
    std::vector<MessageSeat> seats_of(const Order& order) const {
        std::vector<MessageSeat> seats;
        for (const payment::QuoteLine& line : order.quote.lines)
            seats.push_back(seat_of(order, line));
        return seats;
    }
    std::vector<MessageSeat> seats_of(const Order& order, const payment::RefundQuote& quote) const {
        std::vector<MessageSeat> seats;
        for (const payment::QuoteLine& line : order.quote.lines) {
            if (std::ranges::find(quote.seats, line.chosen.seat) == quote.seats.end()) continue;
            seats.push_back(seat_of(order, line));
            seats.back().refund = refund_of(quote, line);
        }
        return seats;
    }

    // The first request creates the reservation. The final price is sent with the booking.
    void requested(const payment::Fact& fact, const payment::fact::PaymentRequested& request) {
        if (request.number != 1) return;
        const Order& order = order_of(fact);
        Message& message = add(order, MessageType::kReservationCreated, "a1");
        message.seats = seats_of(order);
        message.order_fees = order.quote.order_fees;
        set(message, order.quote.total);
    }

    void charged(const Order& order) {
        const payment::ChargeIndex last{static_cast<std::uint8_t>(order.charges.size() - 1)};
        Message& message =
            add(order, MessageType::kPaymentConfirmed, "c" + std::to_string(last.value));
        // Either it is not decided yet whether the charge pays for the seats, or it is a second
        // charge.
        message.booking.clear();
        set_charge(message, order, last);
        set(message, order.charges[last.value].amount);
    }

    void ended(const Order& order, payment::EndReason reason) {
        Message& message = add(order, MessageType::kReservationCancelled,
                               "s" + std::to_string(order.history.size()));
        message.seats = seats_of(order);
        message.reason = to_word(reason);
    }

    void refunded(const Order& order, payment::RefundIndex index) {
        const payment::Refund& refund = order.refunds[index.value];
        const std::string which = "r" + std::to_string(index.value);
        // The refund table may return seats without money.
        if (refund.quote.amount.amount != 0) {
            Message& message = add(order, MessageType::kPaymentRefunded, which);
            if (refund.charge != order.booked) message.booking.clear();
            message.seats = seats_of(order, refund.quote);
            message.reason = to_word(refund.why);
            set_charge(message, order, refund.charge);
            set(message, refund.quote.amount);
        }
        if (refund.quote.seats.empty()) return;
        Message& message = add(order, MessageType::kReservationCancelled, which);
        message.seats = seats_of(order, refund.quote);
        message.reason = "refunded";
        set_charge(message, order, refund.charge);
        message.currency = refund.quote.amount.currency.text();
    }

    const State& state_;
    Instant now_;
    std::vector<Message> messages_;
};

}  // namespace

std::string_view topic_of(MessageType type) {
    switch (type) {
        case MessageType::kReservationCreated:
        case MessageType::kReservationConfirmed:
        case MessageType::kReservationCancelled:
            return "reservation-events";
        case MessageType::kPaymentConfirmed:
        case MessageType::kPaymentRefunded:
            return "payment-events";
        case MessageType::kBookingCompleted:
            return "booking-completed";
        case MessageType::kSeatReturned:
            return "seat-sync";
    }
    return "";
}

std::string key_of(const Message& message) {
    switch (message.type) {
        case MessageType::kReservationCreated:
        case MessageType::kReservationConfirmed:
        case MessageType::kReservationCancelled:
        case MessageType::kPaymentConfirmed:
        case MessageType::kPaymentRefunded:
            return message.order;
        case MessageType::kBookingCompleted:
            return message.booking;
        case MessageType::kSeatReturned:
            return message.event + "/" + message.performance;
    }
    return "";
}

std::vector<Message> messages_of(const State& after, const Fact& fact, Instant now) {
    Tell tell{after, now};
    std::visit(tell, fact);
    return tell.take();
}

}  // namespace onsale::sale
