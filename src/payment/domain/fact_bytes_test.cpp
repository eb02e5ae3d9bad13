#include "payment/domain/fact_bytes.hpp"

#include <gtest/gtest.h>

#include "payment/domain/rule/test_order_book.hpp"

namespace onsale::payment {
namespace {

std::string bytes_of(const Fact& fact) {
    std::string bytes;
    ByteWriter out{bytes};
    save(out, fact);
    return bytes;
}

RefundQuote some_refund() {
    return {
        {{3}, {4}},
        {{DeductionKind::kSeatFees, SeatIndex{3}, 5}, {DeductionKind::kOrderFees, std::nullopt, 6}},
        {7, kWon}};
}

// One fact of each kind in the order of the tags, with no field at its default.
Facts one_of_each() {
    const Quote quote{{{{{1}, {2}, {3}, {4}}, 500, 60}}, 7, {567, kWon}};
    const Attempt attempt{{2}, "shop", {false, true}, {567, kWon}, "key"};
    const std::vector<FactBody> bodies = {
        fact::TermsSet{{9}, TestOrderBook::shared(test_terms())},
        fact::OrderOpened{{1}, {2}, test_guest(3), {0x1234'5678'9abc'def0}},
        fact::PaymentRequested{1, 4, kStart, kStart + 1s, quote, attempt},
        fact::ConfirmSent{2, "key", kStart},
        fact::PaymentDeclined{DeclineReason::kExpired, kStart},
        fact::OutcomeLost{kStart},
        fact::InquiryScheduled{2, kStart},
        fact::InquirySent{2, kStart},
        fact::InquiryClosed{3},
        fact::Charged{2, "key", {8, kWon}},
        fact::OrderPaid{{1}},
        fact::OrderEnded{EndReason::kSeatsLost},
        fact::RefundRequested{{1}, RefundWhy::kSeatsLost, some_refund()},
        fact::RefundSent{{1}, kStart},
        fact::RefundDone{{2}},
        fact::RefundFailed{{3}},
        fact::RefundUnknown{{4}, kStart},
        fact::RefundDelayed{{5}, kStart, true},
        fact::CallKept{{CallKind::kCancel, {0x1234'5678'9abc'def0, ~0ULL}, {3}}},
        fact::TakeBackSent{2, kStart},
        fact::GuestReturned{2, "key", "approval", kStart},
        fact::HeldLonger{kStart}};
    Facts facts;
    for (const FactBody& body : bodies)
        facts.push_back({{300}, {ActorKind::kOperator, 12}, body});
    return facts;
}

}  // namespace

TEST(PaymentFactBytes, EveryFactIsReadBack) {
    const Facts facts = one_of_each();
    ASSERT_EQ(facts.size(), std::variant_size_v<FactBody>);
    for (std::size_t i = 0; i < facts.size(); ++i) {
        const std::string bytes = bytes_of(facts[i]);
        EXPECT_EQ(static_cast<std::size_t>(bytes[0]), i + 1) << "tags are for ever";
        Facts loaded;
        ASSERT_TRUE(load(bytes, loaded)) << i;
        ASSERT_EQ(loaded.size(), 1u);
        EXPECT_EQ(loaded[0].order, facts[i].order);
        EXPECT_EQ(loaded[0].by, facts[i].by);
        EXPECT_EQ(bytes_of(loaded[0]), bytes) << i;
    }
}

TEST(PaymentFactBytes, NoFieldIsForgotten) {
    const Facts facts = one_of_each();
    Facts loaded;
    ASSERT_TRUE(load(bytes_of(facts[2]), loaded));
    const auto& request = std::get<fact::PaymentRequested>(loaded[0].body);
    const auto& written = std::get<fact::PaymentRequested>(facts[2].body);
    EXPECT_EQ(request.quote, written.quote);
    EXPECT_EQ(request.attempt, written.attempt);
    EXPECT_EQ(request.pay_by, written.pay_by);
    loaded.clear();
    ASSERT_TRUE(load(bytes_of(facts[12]), loaded));
    EXPECT_EQ(std::get<fact::RefundRequested>(loaded[0].body).quote, some_refund());
    loaded.clear();
    ASSERT_TRUE(load(bytes_of(facts[0]), loaded));
    EXPECT_EQ(*std::get<fact::TermsSet>(loaded[0].body).terms, test_terms());
    loaded.clear();
    ASSERT_TRUE(load(bytes_of(facts[18]), loaded));
    EXPECT_EQ(std::get<fact::CallKept>(loaded[0].body).call,
              std::get<fact::CallKept>(facts[18].body).call);
}

TEST(PaymentFactBytes, ATornOrUnknownFactIsRefused) {
    for (const Fact& fact : one_of_each()) {
        const std::string bytes = bytes_of(fact);
        for (std::size_t size = 1; size < bytes.size(); ++size) {
            Facts loaded;
            EXPECT_FALSE(load(std::string_view{bytes}.substr(0, size), loaded));
        }
    }
    Facts loaded;
    const std::string unknown(1, static_cast<char>(std::variant_size_v<FactBody> + 1));
    EXPECT_FALSE(load(unknown, loaded));
}

}  // namespace onsale::payment
