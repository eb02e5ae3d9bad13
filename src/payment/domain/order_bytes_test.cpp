#include "payment/domain/order_bytes.hpp"

#include <gtest/gtest.h>

#include "base/base64url.hpp"
#include "payment/domain/rule/test_order_book.hpp"

namespace onsale::payment {
namespace {

constexpr std::string_view kFirstVersion =
    "0101010a01000000000000000000000000000000e80701020464617461010180dfab86e368c0aed086e368c0ae"
    "d086e3680201070000c09a0cd00f02070000c09a0cd00fd00ff0e3184b525701000468616c6c0100f0e3184b52"
    "57036b65790101036b6579f0e3184b525780c0e285e3680100010101000001010100010114f0e3184b52570102"
    "0101d0cfe285e368020380c0e285e36880c0e285e36801010201a0dfe285e368010180c0e285e3680000000100"
    "07080002";

// An order with something in every field that an order can have.
Order full_order() {
    TestOrderBook orders;
    auto request = orders.request();
    request.call = CallKey{7, 8};
    ONSALE_ASSERT(orders.run(request));
    Order order = orders.order({1});
    order.confirming = order.taking_back = true;
    order.approval = "data";
    order.attempts.back().payment_key = "key";
    order.charges = {{1, "key", kTwoSeats, kStart}};
    order.booked = ChargeIndex{0};
    order.ended = EndReason::kPayTimeUsed;
    order.refunds.push_back(
        {.charge = {0},
         .why = RefundWhy::kGuestWish,
         .quote = {{{1}}, {{DeductionKind::kCancellation, SeatIndex{1}, 10}}, kTwoSeats},
         .state = RefundState::kSent,
         .tries = 2,
         .was_unknown = true,
         .next_at = kStart + 1s,
         .by = {ActorKind::kOperator, 3},
         .requested_at = kStart,
         .done_at = kStart});
    order.inquiry = Inquiry{1, 2, kStart + 2s};
    order.net_cancelled = 2;
    return order;
}

TEST(OrderBody, HasEveryField) {
    const Order order = full_order();
    const auto loaded = load_body(body_of(order));
    ASSERT_TRUE(loaded);
    EXPECT_EQ(*loaded, order);
}

// A body that was stored by this version must be readable for ever: a change here needs another
// version of the body.
TEST(OrderBody, HasTheBytesItAlwaysHad) {
    EXPECT_EQ(hex_encode(body_of(full_order())), kFirstVersion);
}

TEST(OrderBody, OfALaterVersionIsRefused) {
    std::string body = body_of(full_order());
    body.front() = 2;
    EXPECT_FALSE(load_body(body));
}

TEST(OrderBody, CutShortOrTooLongIsRefused) {
    const std::string body = body_of(full_order());
    for (std::size_t size = 0; size < body.size(); ++size)
        EXPECT_FALSE(load_body(std::string_view{body}.substr(0, size))) << size;
    EXPECT_FALSE(load_body(body + '\0'));
}

}  // namespace
}  // namespace onsale::payment
