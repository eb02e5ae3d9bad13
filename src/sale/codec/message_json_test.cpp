#include "sale/codec/message_json.hpp"

#include <gtest/gtest.h>

namespace onsale::sale {
namespace {

Message booking() {
    Message message;
    message.type = MessageType::kBookingCompleted;
    message.id = "O-1-b0-BOOKING_COMPLETED";
    message.at = instant_from_ms(1'800'000'000'123);
    message.event = "tour";
    message.zone = "Asia/Seoul";
    message.performance = "fri";
    message.order = "O-1";
    message.guest = "00ff";
    message.booking = "B-20270115-234567";
    message.seats = {{.id = "A-1",
                      .grade = "R",
                      .price_type = "adult",
                      .price = 100'000,
                      .fees = 1'000,
                      .fence = 7}};
    message.order_fees = 2'000;
    message.amount = 103'000;
    message.currency = "KRW";
    message.provider = 1;
    message.payment = "pay-1";
    return message;
}

TEST(MessageJson, IsTheTextThatTheDocsShow) {
    EXPECT_EQ(to_json(booking()),
              R"({"v":1,"eventKey":"O-1-b0-BOOKING_COMPLETED","type":"BOOKING_COMPLETED",)"
              R"("createdAt":"2027-01-15T08:00:00.123+00:00","eventId":"tour",)"
              R"("timeZone":"Asia/Seoul","performanceId":"fri","orderId":"O-1","userId":"00ff",)"
              R"("bookingId":"B-20270115-234567","seatIds":["A-1"],"seats":[{"seatId":"A-1",)"
              R"("grade":"R","priceType":"adult","price":100000,"fees":1000,"fence":7}],)"
              R"("orderFees":2000,"amount":103000,"currency":"KRW","provider":1,)"
              R"("paymentId":"pay-1"})");
}

TEST(MessageJson, EveryTypeComesBackAsItWas) {
    for (std::size_t type = 0; type < kWords<MessageType>.size(); ++type) {
        Message message = booking();
        message.type = static_cast<MessageType>(type);
        message.reason = "guest_wish";
        message.seats.push_back(
            {.id = "A-2", .grade = "S", .price_type = "", .refund = 5, .discount = 7});
        EXPECT_EQ(parse_message(to_json(message)), message) << kWords<MessageType>[type];
    }
}

TEST(MessageJson, TextThatLooksLikeJsonStaysText) {
    Message message = booking();
    message.payment = "\"},\\ \n\x01 \xED\x95\x9C \xFF";
    EXPECT_EQ(parse_message(to_json(message)), message);
}

TEST(MessageJson, TextOfAnotherWriterIsRefused) {
    const std::string good = to_json(booking());
    ASSERT_TRUE(parse_message(good));
    const auto with = [&](std::string_view from, std::string_view to) {
        std::string text = good;
        return parse_message(text.replace(text.find(from), from.size(), to));
    };
    EXPECT_FALSE(parse_message(""));
    EXPECT_FALSE(parse_message("[]"));
    EXPECT_FALSE(parse_message(good.substr(0, good.size() - 1)));
    EXPECT_FALSE(with("\"v\":1", "\"v\":2"));
    EXPECT_FALSE(with("\"BOOKING_COMPLETED\"", "\"BOOKING_LOST\""));
    EXPECT_FALSE(with("103000", "\"103000\""));
    EXPECT_FALSE(with("100000", "1.5"));
    EXPECT_FALSE(with("2027-01-15", "yesterday"));
    EXPECT_FALSE(with("[{", "[1,{"));
}

}  // namespace
}  // namespace onsale::sale
