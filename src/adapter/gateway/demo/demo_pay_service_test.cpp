// Demo Pay with its file: answers stay valid after the process was killed. A service writes nothing
// when it is destroyed, so destroying it is equivalent to a kill.
#include "adapter/gateway/demo/demo_pay_service.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include "adapter/gateway/demo/test_payments.hpp"

namespace onsale::gateway {
namespace {

using namespace std::chrono_literals;

const std::string kName = "onsale-1-1";

// While it lives, no file of this process can grow beyond `size`.
class FullDisk {
  public:
    explicit FullDisk(std::size_t size) : handler_(::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit full{size, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &full);
    }
    ~FullDisk() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        ::signal(SIGXFSZ, handler_);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

  private:
    sighandler_t handler_;
    rlimit before_{};
};

std::string key_of(DemoPayService& service, const std::string& reference = kName) {
    return service.open(demo_request(reference), kOpened)->payment_key;
}

DemoReply confirm(DemoPayService& service) {
    return service.confirm({key_of(service), kName, kFifty}, kOpened);
}

void pay(DemoPayService& service, DemoScript script = DemoScript::kApprove) {
    ASSERT_TRUE(service.press(key_of(service), script, kOpened));
    ASSERT_TRUE(confirm(service).result);
}

}  // namespace

TEST(DemoPayService, LeadsBackWithWhatTheShopNeeds) {
    DemoPayService service{{demo_config(), {}}};
    const std::string key = key_of(service);
    EXPECT_EQ(*service.press(key, DemoScript::kApprove, kOpened),
              "/back?state=s1&reference=onsale-1-1&paymentKey=" + key +
                  "&amount=50000&currency=KRW&status=authorised");
}

TEST(DemoPayService, LeadsBackAsFailedWhenDeclinedLeftOrTooLate) {
    DemoPayService service{{demo_config(), {}}};
    const auto declined = service.press(key_of(service, "a"), DemoScript::kDecline, kOpened);
    const auto left = service.leave(key_of(service, "b"), kOpened);
    const auto late = service.press(key_of(service, "c"), DemoScript::kApprove, kOpened + 10min);
    for (const auto& way : {declined, left, late})
        EXPECT_TRUE(way->ends_with("&status=failed")) << *way;
    EXPECT_EQ(service.query("b", kOpened)->status, DemoStatus::kLeft);
}

TEST(DemoPayService, TheFirstPressCounts) {
    DemoPayService service{{demo_config(), {}}};
    const std::string key = key_of(service);
    const auto first = service.press(key, DemoScript::kApprove, kOpened);
    EXPECT_EQ(*service.press(key, DemoScript::kDecline, kOpened), *first);
    EXPECT_EQ(*service.leave(key, kOpened), *first);
    EXPECT_EQ(confirm(service).result->status, DemoStatus::kDone);
}

TEST(DemoPayService, KnowsOnlyItsOwnPages) {
    DemoPayService service{{demo_config(), {}}};
    EXPECT_EQ(service.press("demo-0", DemoScript::kApprove, kOpened).error(),
              DemoError::kUnknownPayment);
    EXPECT_EQ(service.leave("demo-0", kOpened).error(), DemoError::kUnknownPayment);
}

TEST(DemoPayService, AnOpenedPaymentOutlivesAKill) {
    const DemoFolder folder;
    const std::string key = [&] {
        DemoPayService service = folder.start();
        return key_of(service);
    }();
    const DemoPayService again = folder.start();
    const auto payment = again.query_key(key, kOpened);
    ASSERT_TRUE(payment);
    EXPECT_EQ(payment->title, "Evening");
    EXPECT_EQ(payment->return_url, "/back?state=s1");
    EXPECT_EQ(payment->valid_until, kOpened + 10min);
}

TEST(DemoPayService, APressOutlivesAKill) {
    const DemoFolder folder;
    {
        DemoPayService service = folder.start();
        ASSERT_TRUE(service.press(key_of(service), DemoScript::kLoseAnswer, kOpened));
    }
    DemoPayService again = folder.start();
    EXPECT_TRUE(confirm(again).delivery.lost);
}

TEST(DemoPayService, AChargeOutlivesAKillAndStaysTheOnlyOne) {
    const DemoFolder folder;
    {
        DemoPayService service = folder.start();
        pay(service);
    }
    DemoPayService again = folder.start();
    EXPECT_EQ(confirm(again).result->status, DemoStatus::kDone);
    EXPECT_EQ(again.charges(kName), 1u);
}

TEST(DemoPayService, EveryEndOutlivesAKill) {
    const DemoFolder folder;
    {
        DemoPayService service = folder.start();
        ASSERT_TRUE(service.press(key_of(service, "declined"), DemoScript::kDecline, kOpened));
        ASSERT_TRUE(service.leave(key_of(service, "left"), kOpened));
        key_of(service, "voided");
        ASSERT_TRUE(service.net_cancel("voided").result);
        const std::string key = key_of(service, "unauthorised");
        ASSERT_TRUE(service.confirm({key, "unauthorised", kFifty}, kOpened).result);
    }
    const DemoPayService again = folder.start();
    EXPECT_EQ(again.query("declined", kOpened)->status, DemoStatus::kDeclined);
    EXPECT_EQ(again.query("left", kOpened)->status, DemoStatus::kLeft);
    EXPECT_EQ(again.query("voided", kOpened)->status, DemoStatus::kVoided);
    EXPECT_EQ(again.query("unauthorised", kOpened)->status, DemoStatus::kDeclined);
}

TEST(DemoPayService, ARefundOutlivesAKillAndStaysTheOnlyOne) {
    const DemoFolder folder;
    auto refund = [](DemoPayService& service) {
        const DemoCancel cancel{key_of(service), {20'000, payment::kWon}, 50'000, "refund-1"};
        return service.cancel(cancel, kOpened).result->balance;
    };
    {
        DemoPayService service = folder.start();
        pay(service);
        ASSERT_EQ(refund(service), 30'000);
    }
    DemoPayService again = folder.start();
    EXPECT_EQ(again.query(kName, kOpened)->balance, 30'000);
    EXPECT_EQ(refund(again), 30'000);
}

TEST(DemoPayService, HowRefundsEndOutlivesAKill) {
    const DemoFolder folder;
    {
        DemoPayService service = folder.start();
        pay(service);
        ASSERT_TRUE(service.script_refunds(key_of(service), DemoRefundScript::kRefuse));
    }
    DemoPayService again = folder.start();
    const DemoCancel cancel{key_of(again), {1, payment::kWon}, 50'000, "refund-1"};
    EXPECT_EQ(again.cancel(cancel, kOpened).result.error(), DemoError::kRefused);
}

TEST(DemoPayService, AChangeThatADiskRefusedIsSavedWithTheNextOne) {
    const DemoFolder folder;
    {
        DemoPayService service = folder.start();
        const std::string first = key_of(service, "first");
        const std::string second = key_of(service, "second");
        {
            const FullDisk full{folder.read().size() + 10};
            EXPECT_TRUE(service.press(first, DemoScript::kApprove, kOpened));
        }
        EXPECT_TRUE(service.press(second, DemoScript::kApprove, kOpened));
    }
    const DemoPayService again = folder.start();
    EXPECT_EQ(again.query("first", kOpened)->status, DemoStatus::kAuthorised);
    EXPECT_EQ(again.query("second", kOpened)->status, DemoStatus::kAuthorised);
}

TEST(DemoPayService, AWebhookNobodyAcknowledgedComesAfterAKill) {
    const DemoFolder folder;
    {
        DemoPayService service = folder.start();
        pay(service);
        ASSERT_EQ(service.take_webhooks(kOpened + 1s).size(), 1u);
    }
    DemoPayService again = folder.start();
    const auto webhooks = again.take_webhooks(kOpened + 2s);
    ASSERT_EQ(webhooks.size(), 1u);
    EXPECT_EQ(again.proof().check(webhooks[0], kOpened + 2s)->reference, kName);
}

TEST(DemoPayService, AnAcknowledgedWebhookIsNotSentAfterAKill) {
    const DemoFolder folder;
    {
        DemoPayService service = folder.start();
        pay(service);
        service.acknowledge(service.take_webhooks(kOpened + 1s).at(0).id);
    }
    EXPECT_TRUE(folder.start().take_webhooks(kOpened + 24h).empty());
}

TEST(DemoPayService, ALongFileIsRewrittenAtTheStart) {
    const DemoFolder folder;
    {
        DemoPayService service = folder.start();
        pay(service);
        const std::string key = key_of(service);
        for (int i = 0; i < 1'000; ++i)
            ASSERT_TRUE(service.script_refunds(key, DemoRefundScript::kApprove));
    }
    ASSERT_GT(folder.read().size(), 100'000u);
    const auto before = folder.start().query(kName, kOpened);
    EXPECT_LT(folder.read().size(), 1'000u);
    const auto after = folder.start().query(kName, kOpened);
    EXPECT_EQ(after->status, DemoStatus::kDone);
    EXPECT_EQ(after->payment_key, before->payment_key);
}

TEST(DemoPayService, ARestartAfterTheRewriteGoesOnInTheNewFile) {
    const DemoFolder folder;
    {
        DemoPayService service = folder.start();
        const std::string key = key_of(service);
        for (int i = 0; i < 1'000; ++i)
            ASSERT_TRUE(service.script_refunds(key, DemoRefundScript::kApprove));
    }
    {
        DemoPayService rewritten = folder.start();
        pay(rewritten);
    }
    EXPECT_EQ(folder.start().query(kName, kOpened)->status, DemoStatus::kDone);
}

}  // namespace onsale::gateway
