#include "adapter/gateway/demo/demo_pay.hpp"

#include <gtest/gtest.h>

#include "adapter/gateway/demo/demo_words.hpp"

namespace onsale::gateway {
namespace {

using namespace std::chrono_literals;
using payment::kWon;
using payment::Money;

constexpr Instant kNow = instant_from_ms(1'800'000'000'000);
constexpr Money kPrice{50'000, kWon};
const std::string kReference = "onsale-1-1";

DemoPayConfig config() {
    DemoPayConfig config;
    config.key = "a secret of at least thirty-two bytes";
    return config;
}

// A payment on whose page a button was pressed.
class Pressed {
  public:
    explicit Pressed(DemoScript script) : pay(config()) {
        key = pay.open(kReference, kPrice, kNow)->payment_key;
        pressed = pay.press(key, script, kNow).has_value();
    }
    DemoReply confirm(Instant now = kNow) { return pay.confirm({key, kReference, kPrice}, now); }
    DemoReply cancel(std::int64_t amount, std::int64_t before, const std::string& name) {
        return pay.cancel({key, {amount, kWon}, before, name}, kNow);
    }

    DemoPay pay;
    std::string key;
    bool pressed = false;
};

}  // namespace

TEST(DemoPay, OpeningAgainGivesTheSamePayment) {
    DemoPay pay{config()};
    const auto first = pay.open(kReference, kPrice, kNow);
    const auto second = pay.open(kReference, kPrice, kNow + 1s);
    EXPECT_EQ(first->payment_key, second->payment_key);
    EXPECT_EQ(pay.open(kReference, {1, kWon}, kNow).error(), DemoError::kOtherAmount);
}

TEST(DemoPay, OneChargeHoweverOftenAsked) {
    Pressed shop{DemoScript::kApprove};
    for (int i = 0; i < 100; ++i)
        ASSERT_EQ(shop.confirm().result->status, DemoStatus::kDone);
    EXPECT_EQ(shop.pay.charges(kReference), 1u);
    EXPECT_EQ(shop.pay.query(kReference, kNow)->balance, kPrice.amount);
}

TEST(DemoPay, DeclinesAndKeepsToIt) {
    Pressed shop{DemoScript::kDecline};
    EXPECT_EQ(shop.confirm().result->status, DemoStatus::kDeclined);
    EXPECT_EQ(shop.confirm().result->status, DemoStatus::kDeclined);
    EXPECT_EQ(shop.pay.charges(kReference), 0u);
}

TEST(DemoPay, ConfirmingWhatNobodyAuthorisedEndsIt) {
    DemoPay pay{config()};
    const std::string key = pay.open(kReference, kPrice, kNow)->payment_key;
    EXPECT_EQ(pay.confirm({key, kReference, kPrice}, kNow).result->status, DemoStatus::kDeclined);
    EXPECT_FALSE(pay.press(key, DemoScript::kApprove, kNow));
}

TEST(DemoPay, ToldTheAnswerBeforehandItAsksNobody) {
    DemoPayConfig told = config();
    told.answer = DemoScript::kApprove;
    DemoPay pay{told};
    const auto opened = pay.open(kReference, kPrice, kNow);
    EXPECT_EQ(opened->status, DemoStatus::kAuthorised);
    EXPECT_EQ(pay.charges(kReference), 0u);
    EXPECT_EQ(pay.confirm({opened->payment_key, kReference, kPrice}, kNow).result->status,
              DemoStatus::kDone);
    EXPECT_EQ(pay.open(kReference, kPrice, kNow)->status, DemoStatus::kDone);
    EXPECT_EQ(pay.charges(kReference), 1u);
}

TEST(DemoPay, AmountAndReferenceMustFitThePayment) {
    Pressed shop{DemoScript::kApprove};
    EXPECT_EQ(shop.pay.confirm({shop.key, kReference, {1, kWon}}, kNow).result.error(),
              DemoError::kOtherAmount);
    EXPECT_EQ(shop.pay.confirm({shop.key, "onsale-2-1", kPrice}, kNow).result.error(),
              DemoError::kOtherPayment);
    EXPECT_EQ(shop.pay.confirm({"demo-0", kReference, kPrice}, kNow).result.error(),
              DemoError::kUnknownPayment);
    EXPECT_EQ(shop.pay.charges(kReference), 0u);
}

TEST(DemoPay, ThePageIsOverWhenTheMerchantSaysSo) {
    DemoPay pay{config()};
    const auto soon = pay.open({"a", kPrice, "", "", kNow + 1min}, kNow);
    const auto far = pay.open({"b", kPrice, "", "", kNow + 1h}, kNow);
    EXPECT_EQ(soon->valid_until, kNow + 1min);
    EXPECT_EQ(far->valid_until, kNow + 10min);
    EXPECT_EQ(pay.press(soon->payment_key, DemoScript::kApprove, kNow + 1min).error(),
              DemoError::kNotReady);
}

TEST(DemoPay, TheNewestReturnAddressCountsUntilTheGuestChose) {
    DemoPay pay{config()};
    const std::string key = pay.open({kReference, kPrice, "", "/a", {}}, kNow)->payment_key;
    EXPECT_EQ(pay.open({kReference, kPrice, "", "/b", {}}, kNow)->return_url, "/b");
    ASSERT_TRUE(pay.press(key, DemoScript::kApprove, kNow));
    EXPECT_EQ(pay.open({kReference, kPrice, "", "/c", {}}, kNow)->return_url, "/b");
}

TEST(DemoPay, ReturnsOnlyToAddresses) {
    DemoPay pay{config()};
    for (const std::string bad : {"//elsewhere", "javascript:alert(1)", "back", "/a\r\nX: y",
                                  "/a b", "/\\elsewhere", "ftp://x"})
        EXPECT_EQ(pay.open({kReference, kPrice, "", bad, {}}, kNow).error(), DemoError::kRefused)
            << bad;
    EXPECT_TRUE(pay.open({kReference, kPrice, "", "https://shop.example/back", {}}, kNow));
}

TEST(DemoPay, CutsALongTitleBetweenCharacters) {
    DemoPay pay{config()};
    std::string title;
    for (int i = 0; i < 100; ++i)
        title += "공";
    const auto opened = pay.open({kReference, kPrice, title, "", {}}, kNow);
    EXPECT_EQ(opened->title, title.substr(0, 198));
}

TEST(DemoPay, APaymentNotConfirmedInTimeExpires) {
    Pressed shop{DemoScript::kApprove};
    EXPECT_EQ(shop.confirm(kNow + 10min).result.error(), DemoError::kNotReady);
    EXPECT_EQ(shop.pay.query(kReference, kNow + 10min)->status, DemoStatus::kExpired);
}

TEST(DemoPay, TheScriptSaysHowTheAnswerTravels) {
    EXPECT_EQ(Pressed{DemoScript::kSlow}.confirm().delivery.after, 20s);
    EXPECT_TRUE(Pressed{DemoScript::kLoseAnswer}.confirm().delivery.lost);
    EXPECT_FALSE(Pressed{DemoScript::kApprove}.confirm().delivery.lost);
}

TEST(DemoPay, ALostAnswerWasStillACharge) {
    Pressed shop{DemoScript::kLoseAnswer};
    const DemoReply reply = shop.confirm();
    EXPECT_TRUE(std::holds_alternative<payment::result::OutcomeUnknown>(to_result(reply)));
    EXPECT_EQ(shop.pay.query(kReference, kNow)->status, DemoStatus::kDone);
}

TEST(DemoPay, WebhooksComeAsScripted) {
    Pressed plain{DemoScript::kApprove};
    plain.confirm();
    EXPECT_TRUE(plain.pay.take_webhooks(kNow).empty());
    EXPECT_EQ(plain.pay.take_webhooks(kNow + 200ms).size(), 1u);
    Pressed many{DemoScript::kDuplicateWebhook};
    many.confirm();
    const auto copies = many.pay.take_webhooks(kNow + 200ms);
    ASSERT_EQ(copies.size(), 3u);
    EXPECT_EQ(copies[0].id, copies[2].id);
    Pressed late{DemoScript::kLateWebhook};
    late.confirm();
    EXPECT_TRUE(late.pay.take_webhooks(kNow + 12min - 1ms).empty());
    EXPECT_EQ(late.pay.take_webhooks(kNow + 12min).size(), 1u);
    Pressed first{DemoScript::kWebhookFirst};
    EXPECT_GT(first.confirm().delivery.after, *first.pay.next_webhook() - kNow);
}

TEST(DemoPay, APageThatChargesNeedsNoConfirm) {
    Pressed shop{DemoScript::kChargeAtPage};
    EXPECT_EQ(shop.pay.charges(kReference), 1u);
    EXPECT_EQ(shop.confirm().result->status, DemoStatus::kDone);
    EXPECT_EQ(shop.pay.charges(kReference), 1u);
}

TEST(DemoPay, AWebhookComesAgainUntilItIsAcknowledgedOrGivenUp) {
    Pressed shop{DemoScript::kApprove};
    shop.confirm();
    const auto first = shop.pay.take_webhooks(kNow + 1s);
    ASSERT_EQ(shop.pay.take_webhooks(kNow + 1s + 1min).size(), 1u);
    shop.pay.acknowledge(first.at(0).id);
    EXPECT_FALSE(shop.pay.next_webhook());
    Pressed deaf{DemoScript::kApprove};
    deaf.confirm();
    std::size_t sent = 0;
    while (const auto next = deaf.pay.next_webhook())
        sent += deaf.pay.take_webhooks(*next).size();
    EXPECT_EQ(sent, 6u);
}

TEST(DemoPay, ManyWebhooksAreTakenInParts) {
    DemoPay pay{config()};
    for (int i = 0; i < 300; ++i) {
        const auto payment = pay.open("r" + std::to_string(i), kPrice, kNow);
        ASSERT_TRUE(pay.press(payment->payment_key, DemoScript::kChargeAtPage, kNow));
    }
    EXPECT_EQ(pay.take_webhooks(kNow + 1s).size(), 256u);
    EXPECT_EQ(pay.take_webhooks(kNow + 1s).size(), 44u);
}

TEST(DemoPay, RefundsOncePerKeyAndNeverMoreThanItHas) {
    Pressed shop{DemoScript::kApprove};
    shop.confirm();
    EXPECT_EQ(shop.cancel(20'000, 50'000, "a").result->balance, 30'000);
    EXPECT_EQ(shop.cancel(20'000, 50'000, "a").result->balance, 30'000);
    EXPECT_EQ(shop.cancel(10'000, 50'000, "a").result.error(), DemoError::kKeyReused);
    EXPECT_EQ(shop.cancel(20'000, 50'000, "b").result.error(), DemoError::kOtherBalance);
    EXPECT_EQ(shop.cancel(30'001, 30'000, "b").result.error(), DemoError::kOtherAmount);
    EXPECT_EQ(shop.cancel(30'000, 30'000, "b").result->balance, 0);
}

TEST(DemoPay, RefundsMayBeScriptedToFail) {
    Pressed shop{DemoScript::kApprove};
    shop.confirm();
    ASSERT_TRUE(shop.pay.script_refunds(shop.key, DemoRefundScript::kRefuse));
    EXPECT_EQ(to_refund_result(shop.cancel(1, 50'000, "a")), payment::RefundResult::kRefused);
    ASSERT_TRUE(shop.pay.script_refunds(shop.key, DemoRefundScript::kLoseAnswer));
    EXPECT_EQ(to_refund_result(shop.cancel(1, 50'000, "a")),
              payment::RefundResult::kOutcomeUnknown);
    EXPECT_EQ(shop.pay.query(kReference, kNow)->balance, 49'999);
}

TEST(DemoPay, ANetCancelTakesBackAndBarsLaterCharges) {
    Pressed charged{DemoScript::kLoseAnswer};
    charged.confirm();
    EXPECT_EQ(charged.pay.net_cancel(kReference).result->balance, 0);
    Pressed waiting{DemoScript::kApprove};
    ASSERT_TRUE(waiting.pay.net_cancel(kReference).result);
    EXPECT_EQ(waiting.confirm().result.error(), DemoError::kNotReady);
    EXPECT_EQ(waiting.pay.charges(kReference), 0u);
}

TEST(DemoWebhook, IsBelievedWithItsProofInItsWindow) {
    const WebhookProof proof{"key"};
    const DemoNotice notice{"onsale-1-1", "demo-1", "demo", "done", kPrice};
    const DemoWebhook webhook = proof.sign("dwh-1", to_body(notice), kNow);
    EXPECT_EQ(*proof.check(webhook, kNow), notice);
    EXPECT_TRUE(proof.check(webhook, kNow + 5min));
    EXPECT_EQ(proof.check(webhook, kNow + 5min + 1ms).error(), payment::WebhookError::kTooOld);
    EXPECT_EQ(proof.check(webhook, kNow - 5min - 1ms).error(), payment::WebhookError::kTooOld);
}

TEST(DemoWebhook, AnyChangeOrAnotherKeySpoilsTheProof) {
    const WebhookProof proof{"key"};
    const DemoWebhook good =
        proof.sign("dwh-1", to_body({"onsale-1-1", "demo-1", "demo", "done", kPrice}), kNow);
    DemoWebhook changed = good;
    changed.body[changed.body.find("50000")] = '1';
    DemoWebhook renamed = good;
    renamed.id = "dwh-2";
    DemoWebhook redated = good;
    redated.sent_at += 1ms;
    for (const DemoWebhook& bad : {changed, renamed, redated})
        EXPECT_EQ(proof.check(bad, kNow).error(), payment::WebhookError::kBadProof);
    EXPECT_EQ(WebhookProof{"other"}.check(good, kNow).error(), payment::WebhookError::kBadProof);
}

TEST(DemoWebhook, OnlyItsOwnFormIsRead) {
    const std::string good = to_body({"r", "k", "m", "done", kPrice});
    EXPECT_TRUE(parse_body(good));
    for (const std::string& bad : {std::string{}, good + "x=1\n", good.substr(0, good.size() - 1),
                                   "x" + good, good.substr(good.find('\n') + 1)})
        EXPECT_FALSE(parse_body(bad)) << bad;
}

}  // namespace onsale::gateway
