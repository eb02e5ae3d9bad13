#include "adapter/http/operator/order/order_story.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <set>

#include <gtest/gtest.h>

#include "operate/domain/message_codes.hpp"
#include "payment/domain/words.hpp"

namespace onsale::http {
namespace {

using namespace std::chrono_literals;
using payment::OrderState;
using payment::RefundState;
using payment::RefundWhy;

constexpr Instant kBegan = instant_from_ms(1'000'000);
constexpr Instant kToldAt = kBegan + 1h;
constexpr payment::Money kPrice{101'500, payment::kWon};

payment::Order order_with(std::vector<payment::Step> history) {
    payment::Order order;
    order.history = std::move(history);
    return order;
}

// An order to which everything has happened that the history can tell.
payment::Order eventful_order() {
    payment::Order order;
    for (const OrderState to : {OrderState::kPaying, OrderState::kUnknown, OrderState::kPaid,
                                OrderState::kAwaitingDeposit})
        order.history.push_back({to, kBegan, {}, 0});
    for (std::uint8_t why = 0; why < kWords<payment::DeclineReason>.size(); ++why)
        order.history.push_back({OrderState::kHeld, kBegan, {}, why});
    for (std::uint8_t why = 0; why < kWords<payment::EndReason>.size(); ++why)
        order.history.push_back({OrderState::kEnded, kBegan, {}, why});
    order.charges.push_back({1, "key", kPrice, kBegan});
    for (std::uint8_t why = 0; why < kWords<RefundWhy>.size(); ++why)
        for (std::uint8_t state = 0; state < kWords<RefundState>.size(); ++state)
            order.refunds.push_back({.charge = {},
                                     .why = static_cast<RefundWhy>(why),
                                     .quote = {{}, {}, kPrice},
                                     .state = static_cast<RefundState>(state),
                                     .next_at = {},
                                     .by = {},
                                     .requested_at = kBegan});
    order.inquiry = payment::Inquiry{1, 1, kToldAt};
    return order;
}

std::vector<OrderStoryLine> eventful_story() {
    std::vector<OrderStoryLine> story = order_story(eventful_order(), kToldAt);
    payment::Order parked;
    parked.inquiry = payment::Inquiry{1, 7, {}};
    std::ranges::move(order_story(parked, kToldAt), std::back_inserter(story));
    return story;
}

TEST(OrderStory, UsesEverySentenceOfItsTable) {
    std::set<std::string_view> told;
    for (const OrderStoryLine& line : eventful_story())
        told.insert(line.message.code());
    for (const operate::Wording& wording : operate::kOrderStoryWordings)
        EXPECT_TRUE(told.contains(wording.code)) << wording.code;
    EXPECT_EQ(told.size(), operate::kOrderStoryWordings.size());
}

TEST(OrderStory, GivesEachSentenceTheValuesThatItUsesAndNoOther) {
    for (const OrderStoryLine& line : eventful_story()) {
        std::set<std::string_view> given;
        for (const operate::NamedValue& value : line.message.values)
            EXPECT_TRUE(given.insert(value.name).second) << line.message.code();
        const auto used = operate::value_names(line.message.wording->english);
        EXPECT_EQ(given, (std::set<std::string_view>{used.begin(), used.end()}))
            << line.message.code();
    }
}

TEST(OrderStory, NamesReasonsAndStatesInBothLanguages) {
    payment::Order order = order_with({{OrderState::kHeld, kBegan, {}, 1}});
    order.refunds.push_back({.charge = {},
                             .why = RefundWhy::kDuplicateCharge,
                             .quote = {{}, {}, kPrice},
                             .state = RefundState::kSent,
                             .next_at = {},
                             .by = {},
                             .requested_at = kBegan});
    const auto story = order_story(order, kToldAt);
    EXPECT_EQ(format_english(story.at(0).message),
              "Refund 0 of 101500 KRW was requested because it was charged twice; the provider was "
              "asked and has not answered yet.");
    EXPECT_EQ(format_korean(story.at(0).message),
              "환불 0 (101500 KRW)이 요청되었습니다. 사유: 이중 결제. "
              "상태: 결제사 응답 대기.");
    EXPECT_EQ(format_english(story.at(1).message),
              "The payment was declined because of the card's limit or balance.");
}

TEST(OrderStory, CountsAttemptsAndTries) {
    payment::Order order = order_with({{OrderState::kPaying, kBegan, {}, 0},
                                       {OrderState::kHeld, kBegan + 1s, {}, 0},
                                       {OrderState::kPaying, kBegan + 2s, {}, 0}});
    order.inquiry = payment::Inquiry{2, 1, kToldAt + 1s};
    const auto story = order_story(order, kToldAt);
    EXPECT_EQ(format_english(story.at(2).message), "Attempt 2 to pay began.");
    EXPECT_EQ(format_english(story.at(3).message),
              "The provider was queried 1 time about attempt 2 and will be queried again.");
    EXPECT_EQ(story.at(3).at, kToldAt);
}

TEST(OrderStory, SaysWhoDidIt) {
    const auto story =
        order_story(order_with({{OrderState::kPaying, kBegan, {payment::ActorKind::kGuest}, 0},
                                {OrderState::kEnded, kBegan, {payment::ActorKind::kOperator, 3}, 4},
                                {OrderState::kEnded, kBegan, {payment::ActorKind::kOperator}, 4}}),
                    kToldAt);
    EXPECT_EQ(story.at(0).who, "guest");
    EXPECT_EQ(story.at(1).who, "operator 3");
    EXPECT_EQ(story.at(2).who, "operator");
}

TEST(OrderStory, TellsMoneyBeforeTheStepOfTheSameInstant) {
    payment::Order order = order_with({{OrderState::kPaid, kBegan, {}, 0}});
    order.charges.push_back({1, "key", kPrice, kBegan});
    const auto story = order_story(order, kToldAt);
    EXPECT_EQ(story.at(0).message.code(), "charged");
    EXPECT_EQ(story.at(0).who, "provider");
    EXPECT_EQ(story.at(1).message.code(), "paid");
}

}  // namespace
}  // namespace onsale::http
