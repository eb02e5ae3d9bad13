#include "sale/app/accept_webhook.hpp"

#include "sale/app/test_checkout.hpp"

namespace onsale::sale {
namespace {

using payment::result::Approved;

class AcceptWebhook : public CheckoutTest {
  protected:
    // Returns whether the webhook was acknowledged. The answer comes once, before the provider is
    // queried.
    bool takes(std::optional<payment::PaymentResult> result) {
        std::vector<bool> answers;
        const std::size_t asked = gateway_.queries.size();
        const auto answer = [&](const std::optional<PayRefusal>& again) {
            answers.push_back(!again);
            EXPECT_EQ(gateway_.queries.size(), asked);
        };
        (void)run(accept_webhook(orders_, providers_, notice(std::move(result)), answer));
        EXPECT_EQ(answers.size(), 1u);
        return answers.front();
    }
};

TEST_F(AcceptWebhook, RecordsAResult) {
    EXPECT_TRUE(takes(Approved{"key-1", "hall", kTestPrice}));
    ASSERT_EQ(orders_.recorded.size(), 1u);
    EXPECT_EQ(orders_.recorded[0].source, payment::ResultSource::kWebhook);
    EXPECT_EQ(orders_.recorded[0].by.kind, payment::ActorKind::kProvider);
    EXPECT_TRUE(gateway_.queries.empty());
}

TEST_F(AcceptWebhook, AsksWhenItIsOnlyAReason) {
    EXPECT_TRUE(takes(std::nullopt));
    EXPECT_EQ(gateway_.queries.size(), 1u);
    ASSERT_EQ(orders_.recorded.size(), 1u);
    EXPECT_EQ(orders_.recorded[0].source, payment::ResultSource::kQuery);
}

TEST_F(AcceptWebhook, AsksNothingWhenItComesAfterTheCharge) {
    be_paid();
    EXPECT_TRUE(takes(std::nullopt));
    EXPECT_TRUE(gateway_.queries.empty());
    EXPECT_TRUE(orders_.recorded.empty());
}

TEST_F(AcceptWebhook, TakesWhatTheOrderRefuses) {
    orders_.record_refusal = {PayError::kOrder, payment::OrderError::kMismatch};
    EXPECT_TRUE(takes(Approved{"key-9", "hall", kTestPrice}));
    orders_.refusal = {PayError::kUnknownOrder};
    EXPECT_TRUE(takes(Approved{"key-1", "hall", kTestPrice}));
    EXPECT_TRUE(takes(std::nullopt));
}

TEST_F(AcceptWebhook, WantsWhatIsNotDurableAgain) {
    for (const PayError error : {PayError::kUnavailable, PayError::kOutcomeUnknown}) {
        orders_.refusal = {error};
        EXPECT_FALSE(takes(Approved{"key-1", "hall", kTestPrice}));
        EXPECT_FALSE(takes(std::nullopt));
    }
    EXPECT_TRUE(gateway_.queries.empty());
}

}  // namespace
}  // namespace onsale::sale
