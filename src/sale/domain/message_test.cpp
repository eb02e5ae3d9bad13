// The messages of each fact of a sale.
#include "sale/domain/message.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "sale/domain/rule/test_sale.hpp"

namespace onsale::sale {
namespace {

using payment::OrderId;

// All messages of the journal, as a replay would produce them.
std::vector<Message> told(const TestSale& sale) {
    std::vector<Message> messages;
    State state;
    for (const auto& [at, bytes] : sale.journal()) {
        Facts facts;
        EXPECT_TRUE(load(bytes, facts));
        for (const Fact& fact : facts) {
            state.evolve(fact, at);
            std::ranges::move(messages_of(state, fact, at), std::back_inserter(messages));
        }
    }
    return messages;
}

std::vector<MessageType> types(const std::vector<Message>& messages) {
    std::vector<MessageType> types;
    for (const Message& message : messages)
        types.push_back(message.type);
    return types;
}

const Message& last(const std::vector<Message>& messages, MessageType type) {
    const auto found = std::ranges::find(messages.rbegin(), messages.rend(), type, &Message::type);
    EXPECT_NE(found, messages.rend());
    return *found;
}

using enum MessageType;

TEST(Messages, ABookingIsToldWithSeatsPricesAndMoney) {
    TestShop shop;
    (void)shop.paid(shop.let_in(1), {"A-1", "A-2"});
    const auto messages = told(shop);
    EXPECT_EQ(types(messages), (std::vector{kReservationCreated, kPaymentConfirmed,
                                            kReservationConfirmed, kBookingCompleted}));
    const Message& booked = messages.back();
    EXPECT_EQ(booked.event, "tour");
    EXPECT_EQ(booked.zone, "Asia/Seoul");
    EXPECT_EQ(booked.performance, "fri");
    EXPECT_EQ(booked.booking.substr(0, 11), "B-20270115-");
    EXPECT_EQ(booked.guest.size(), 32U);
    EXPECT_EQ(booked.amount, 203'000);
    EXPECT_EQ(booked.order_fees, 1'000);
    EXPECT_EQ(booked.currency, "KRW");
    EXPECT_EQ(booked.provider, TestSale::kProvider.value);
    EXPECT_EQ(booked.payment, "key-1-1");
    EXPECT_EQ(booked.at, TestSale::kStart);
    ASSERT_EQ(booked.seats.size(), 2U);
    EXPECT_EQ(booked.seats[1], (MessageSeat{.id = "A-2",
                                            .grade = "R",
                                            .price_type = "adult",
                                            .price = 100'000,
                                            .fees = 1'000,
                                            .fence = booked.seats[1].fence}));
}

TEST(Messages, ASecondAttemptIsNoSecondReservation) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    const OrderId id = shop.confirming(buyer, {"A-1"});
    (void)shop.decline(id);
    (void)shop.request(buyer);
    EXPECT_EQ(types(told(shop)), std::vector{kReservationCreated});
}

TEST(Messages, AnEndSaysWhy) {
    TestShop shop;
    const OrderId id = shop.paying(shop.let_in(1), {"A-1"});
    (void)shop.cancel(id);
    const auto messages = told(shop);
    EXPECT_EQ(types(messages), (std::vector{kReservationCreated, kReservationCancelled}));
    EXPECT_EQ(messages.back().reason, "cancelled");
    EXPECT_EQ(messages.back().booking, "");
}

TEST(Messages, ARefundIsToldWhenItIsDoneWithItsShareOfEachSeat) {
    TestShop shop;
    const OrderId id = shop.paid(shop.let_in(1), {"A-1", "A-2"});
    shop.pass(std::chrono::hours{24 * 5});
    (void)shop.refund(id, {"A-2"});
    EXPECT_EQ(told(shop).size(), 4U);
    shop.tick();
    (void)shop.record_refund(id);
    const auto messages = told(shop);
    EXPECT_EQ(types({messages.begin() + 4, messages.end()}),
              (std::vector{kPaymentRefunded, kReservationCancelled, kSeatReturned}));
    const Message& refund = last(messages, kPaymentRefunded);
    EXPECT_EQ(refund.amount, 90'000);
    EXPECT_EQ(refund.reason, "guest_wish");
    ASSERT_EQ(refund.seats.size(), 1U);
    EXPECT_EQ(refund.seats.front().id, "A-2");
    EXPECT_EQ(refund.seats.front().refund, 90'000);
    EXPECT_EQ(last(messages, kReservationCancelled).reason, "refunded");
    EXPECT_EQ(last(messages, kReservationCancelled).booking, refund.booking);
    EXPECT_EQ(last(messages, kSeatReturned).seats.front().id, "A-2");
}

TEST(Messages, MoneyThatBoughtNothingNamesNoBooking) {
    TestShop shop;
    const OrderId id = shop.paid(shop.let_in(1), {"A-1"});
    (void)shop.record(id, payment::result::Approved{"twice", "hall", {102'000, payment::kWon}});
    shop.tick();
    (void)shop.record_refund(id);
    const auto messages = told(shop);
    EXPECT_EQ(types({messages.begin() + 4, messages.end()}),
              (std::vector{kPaymentConfirmed, kPaymentRefunded}));
    EXPECT_EQ(messages[4].booking, "");
    EXPECT_EQ(messages[5].booking, "");
    EXPECT_EQ(messages[5].reason, "duplicate_charge");
    EXPECT_EQ(messages[5].payment, "twice");
}

TEST(Messages, NoTwoHaveTheSameId) {
    TestShop shop;
    for (std::uint32_t name = 1; name <= 4; ++name) {
        const OrderId id = shop.paid(shop.let_in(name), {"A-1", "A-2"});
        shop.refunded(id, {"A-1"});
        shop.refunded(id, {"A-2"});
        shop.wait(std::chrono::seconds{40});
    }
    const auto messages = told(shop);
    std::set<std::string> ids;
    for (const Message& message : messages)
        EXPECT_TRUE(ids.insert(message.id).second) << message.id;
    EXPECT_EQ(messages.size(), 4U * 10U);
}

TEST(Messages, EachTopicHasItsOwnKey) {
    Message message{.type = kBookingCompleted,
                    .id = "",
                    .at = {},
                    .event = "tour",
                    .zone = "",
                    .performance = "fri",
                    .order = "O-1",
                    .guest = "",
                    .booking = "B-1",
                    .seats = {},
                    .currency = "",
                    .payment = "",
                    .reason = ""};
    const auto address = [&](MessageType type) {
        message.type = type;
        return std::string{topic_of(type)} + " " + key_of(message);
    };
    EXPECT_EQ(address(kReservationCancelled), "reservation-events O-1");
    EXPECT_EQ(address(kPaymentConfirmed), "payment-events O-1");
    EXPECT_EQ(address(kBookingCompleted), "booking-completed B-1");
    EXPECT_EQ(address(kSeatReturned), "seat-sync tour/fri");
}

}  // namespace
}  // namespace onsale::sale
