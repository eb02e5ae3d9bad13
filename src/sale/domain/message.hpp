#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.hpp"
#include "base/words.hpp"
#include "sale/domain/fact.hpp"
#include "sale/domain/state.hpp"

namespace onsale::sale {

enum class MessageType : std::uint8_t {
    kReservationCreated,
    kReservationConfirmed,
    kReservationCancelled,
    kPaymentConfirmed,
    kPaymentRefunded,
    kBookingCompleted,
    kSeatReturned,
};

constexpr auto words_of(MessageType) {
    return std::to_array<std::string_view>(
        {"RESERVATION_CREATED", "RESERVATION_CONFIRMED", "RESERVATION_CANCELLED",
         "PAYMENT_CONFIRMED", "PAYMENT_REFUNDED", "BOOKING_COMPLETED", "SEAT_RETURNED"});
}

// The topic of a message type. Each topic has its own kind of key.
std::string_view topic_of(MessageType type);

struct MessageSeat {
    std::string id;
    std::string grade;
    std::string price_type;
    std::int64_t price = 0;
    std::int64_t fees = 0;
    std::uint64_t fence = 0;
    std::int64_t refund = 0;    // Amount refunded for it, in PAYMENT_REFUNDED.
    std::int64_t discount = 0;  // Difference to the highest price of its grade.

    friend bool operator==(const MessageSeat&, const MessageSeat&) = default;
};

// A message of the outbox to other systems. Ids are opaque: no names, no mail addresses. Fields
// that a type does not use are empty.
struct Message {
    MessageType type{};
    std::string id;  // Unique; only a repetition of the message has the same id.
    Instant at;
    std::string event;
    std::string zone;  // The event's time zone, which defines its days.
    std::string performance;
    std::string order;
    std::string guest;
    std::string booking;
    std::vector<MessageSeat> seats;
    std::int64_t order_fees = 0;
    std::int64_t amount = 0;
    std::string currency;
    std::uint8_t provider = 0;
    std::string payment;  // The provider's id of the charge.
    std::string reason;

    friend bool operator==(const Message&, const Message&) = default;
};

// Messages with the same key in the same topic are read in the order they were written.
std::string key_of(const Message& message);

// The messages for a fact, computed from the state right after it. The same facts always give the
// same messages.
std::vector<Message> messages_of(const State& after, const Fact& fact, Instant now);

}  // namespace onsale::sale
