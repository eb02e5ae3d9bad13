#include "sale/app/query_payment.hpp"

#include "sale/app/test_checkout.hpp"

namespace onsale::sale {
namespace {

class QueryPayment : public CheckoutTest {
  protected:
    // Returns whether the provider was asked.
    bool asks(std::uint8_t attempt = 1) {
        gateway_.queries.clear();
        EXPECT_TRUE(run(query_payment(orders_, providers_, kTestOrder, attempt)));
        return !gateway_.queries.empty();
    }
};

TEST_F(QueryPayment, AsksByNameAndKeyAndRecordsTheAnswer) {
    EXPECT_TRUE(asks());
    EXPECT_EQ(gateway_.queries[0].name, kTestAttempt);
    EXPECT_EQ(gateway_.queries[0].payment_key, "key-1");
    ASSERT_EQ(orders_.recorded.size(), 1u);
    EXPECT_EQ(orders_.recorded[0].source, payment::ResultSource::kQuery);
    EXPECT_EQ(orders_.recorded[0].by.kind, payment::ActorKind::kProvider);
    EXPECT_TRUE(std::holds_alternative<payment::result::Approved>(orders_.recorded[0].result));
}

TEST_F(QueryPayment, AsksNothingWhileANetCancelMayMakeTheAnswerUntrue) {
    orders_.copy.order.confirming = true;
    gateway_.what.net_cancel = true;
    EXPECT_FALSE(asks());
    gateway_.what.net_cancel = false;
    EXPECT_TRUE(asks());
}

TEST_F(QueryPayment, AsksAboutAnEarlierAttemptWhileTheNextOneIsConfirmed) {
    orders_.copy.order.confirming = true;
    orders_.copy.order.attempts.push_back(orders_.copy.order.attempts[0]);
    gateway_.what.net_cancel = true;
    EXPECT_TRUE(asks(1));
    EXPECT_FALSE(asks(2));
}

TEST_F(QueryPayment, AsksNothingAboutWhatIsCharged) {
    be_paid();
    EXPECT_FALSE(asks());
    EXPECT_TRUE(orders_.recorded.empty());
    orders_.copy.order.attempts.push_back(orders_.copy.order.attempts[0]);
    EXPECT_TRUE(asks(2));
}

// A webhook that contradicts a charge starts an inquiry. Only an answer closes it.
TEST_F(QueryPayment, AsksAboutAChargeThatIsInDoubt) {
    be_paid();
    orders_.copy.order.inquiry = payment::Inquiry{1, 1, std::nullopt};
    EXPECT_TRUE(asks());
    orders_.copy.order.inquiry->attempt = 2;
    EXPECT_FALSE(asks());
}

TEST_F(QueryPayment, AsksNobodyAboutAProviderOrAnAttemptItDoesNotHave) {
    EXPECT_FALSE(asks(0));
    EXPECT_FALSE(asks(2));
    orders_.copy.order.attempts[0].provider = {9};
    EXPECT_FALSE(asks());
}

TEST_F(QueryPayment, AsksNobodyWhenTheOrderCannotBeRead) {
    orders_.refusal = {PayError::kUnavailable};
    EXPECT_FALSE(run(query_payment(orders_, providers_, kTestOrder, 1)));
    EXPECT_TRUE(gateway_.queries.empty());
}

}  // namespace
}  // namespace onsale::sale
