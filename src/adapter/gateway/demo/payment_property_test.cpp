// Random histories of a few orders with Demo Pay over an unreliable network, with crashes. When
// everything has settled, each charge is either booked or refunded, exactly once.
#include <ostream>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "adapter/gateway/demo/test_shop.hpp"

namespace onsale::gateway {
namespace {

constexpr std::uint8_t kGuests = 3;
constexpr int kLives = 10;  // Per test case; a thousand in all.

enum class Act : std::uint8_t {
    kRequest,
    kPress,
    kConfirm,
    kConfirmWrong,
    kCancel,
    kLeavePage,
    kDeliver,
    kDeliverTwice,
    kDrop,
    kForgeProof,
    kForgeAmount,
    kPass,
    kCommit,
    kCrash,
    kRefund,
    kScriptRefunds,
};

struct Step {
    Act act{};
    std::uint32_t who = 0;
    std::uint32_t what = 0;
};

std::ostream& operator<<(std::ostream& out, const Step& step) {
    return out << '{' << static_cast<int>(step.act) << ',' << step.who << ',' << step.what << '}';
}

constexpr std::array<Duration, 8> kTimes = {50ms, 1s, 10s, 75s, 3min, 10min, 15min, 48h};
constexpr std::array<DemoScript, 8> kScripts = {
    DemoScript::kApprove,          DemoScript::kDecline,     DemoScript::kSlow,
    DemoScript::kLoseAnswer,       DemoScript::kLateWebhook, DemoScript::kWebhookFirst,
    DemoScript::kDuplicateWebhook, DemoScript::kChargeAtPage};

rc::Gen<std::vector<Step>> steps() {
    const auto act = rc::gen::weightedElement<Act>({{8, Act::kRequest},
                                                    {10, Act::kPress},
                                                    {10, Act::kConfirm},
                                                    {1, Act::kConfirmWrong},
                                                    {2, Act::kCancel},
                                                    {1, Act::kLeavePage},
                                                    {20, Act::kDeliver},
                                                    {4, Act::kDeliverTwice},
                                                    {3, Act::kDrop},
                                                    {1, Act::kForgeProof},
                                                    {1, Act::kForgeAmount},
                                                    {8, Act::kPass},
                                                    {16, Act::kCommit},
                                                    {2, Act::kCrash},
                                                    {6, Act::kRefund},
                                                    {2, Act::kScriptRefunds}});
    const auto step =
        rc::gen::build<Step>(rc::gen::set(&Step::act, act),
                             rc::gen::set(&Step::who, rc::gen::inRange<std::uint32_t>(0, 1'000)),
                             rc::gen::set(&Step::what, rc::gen::inRange<std::uint32_t>(0, 1'000)));
    return rc::gen::scale(2.0, rc::gen::container<std::vector<Step>>(step));
}

class Life {
  public:
    explicit Life(bool webhooks) {
        if (!webhooks) shop_.lose_webhooks();
    }

    void take(const Step& step) {
        const Order* const order = pick(step.who);
        switch (step.act) {
            case Act::kRequest:
                static_cast<void>(shop_.request(static_cast<std::uint8_t>(1 + step.who % kGuests),
                                                1 + step.what % 4, 1 + step.what % 2));
                break;
            case Act::kPress:
                if (order) shop_.press(*order, kScripts[step.what % kScripts.size()]);
                break;
            case Act::kConfirm:
                if (order) static_cast<void>(shop_.confirm(*order));
                break;
            case Act::kConfirmWrong:
                if (order) RC_ASSERT(!shop_.confirm(*order, -1) || !order->open());
                break;
            case Act::kCancel:
                if (order)
                    static_cast<void>(shop_.run(payment::command::CancelOrder{
                        order->id, order->guest, {payment::ActorKind::kGuest}}));
                break;
            case Act::kLeavePage:
                if (order) leave_page(*order);
                break;
            case Act::kDeliver:
            case Act::kDeliverTwice:
                if (!shop_.network().empty())
                    shop_.deliver(step.what % shop_.network().size(),
                                  step.act == Act::kDeliverTwice);
                break;
            case Act::kDrop:
                if (!shop_.network().empty()) shop_.drop(step.what % shop_.network().size());
                break;
            case Act::kForgeProof:
                if (order) forge(*order, "not the key of the provider at all", 0);
                break;
            case Act::kForgeAmount:
                if (order) forge(*order, shop_.demo().config().key, 1 + step.what);
                break;
            case Act::kPass:
                shop_.pass(kTimes[step.what % kTimes.size()]);
                break;
            case Act::kCommit:
                shop_.commit();
                break;
            case Act::kCrash:
                shop_.crash();
                break;
            case Act::kRefund:
                if (order) refund(*order, step.what);
                break;
            case Act::kScriptRefunds:
                if (order) script_refunds(*order, step.what);
                break;
        }
        check_always();
    }

    void check_at_rest() {
        for (const payment::Order& order : shop_.book().orders())
            for (std::uint8_t attempt = 1; attempt <= order.attempt(); ++attempt)
                approve_refunds({order.code, attempt});
        shop_.settle();
        std::uint32_t seats = 0;
        for (const payment::Order& order : shop_.book().orders()) {
            check_attempts(order);
            seats += check_seats(order);
        }
        RC_ASSERT(shop_.hall().sold_count() == seats);
        RC_ASSERT(shop_.replays());
        check_always();
    }

  private:
    const Order* pick(std::uint32_t who) const {
        const std::size_t count = shop_.book().size();
        return count == 0 ? nullptr : shop_.book().find(OrderId{1 + who % count});
    }
    void leave_page(const Order& order) {
        static_cast<void>(shop_.run(payment::command::RecordPayment{
            order.id,
            order.attempt(),
            payment::ResultSource::kBrowser,
            payment::result::Declined{payment::DeclineReason::kGuestLeft},
            false,
            {payment::ActorKind::kGuest}}));
    }
    void forge(const Order& order, std::string_view key, std::int64_t amount_off) {
        Money amount = order.attempts.back().total;
        amount.amount += amount_off;
        const std::string name = to_text(AttemptName{order.code, order.attempt()});
        const std::string body =
            to_body({name, "forged", shop_.demo().config().merchant, "done", amount});
        shop_.network().push_back(WebhookProof{key}.sign("forged", body, shop_.now()));
    }
    void refund(const Order& order, std::uint32_t what) {
        payment::command::RequestRefund request;
        request.order = order.id;
        request.guest = order.guest;
        request.days_before = 10;
        if (what % 3 != 0) request.seats = {order.quote.lines.front().chosen.seat};
        const auto quote = payment::preview_refund(shop_.book(), request, shop_.now());
        if (!quote) return;
        request.shown = quote->amount;
        RC_ASSERT(shop_.run(request).has_value());
    }
    void script_refunds(const Order& order, std::uint32_t what) {
        constexpr std::array kRefundScripts = {
            DemoRefundScript::kApprove, DemoRefundScript::kRefuse, DemoRefundScript::kLoseAnswer,
            DemoRefundScript::kUnreachable};
        const auto paid =
            shop_.demo().query(to_text(AttemptName{order.code, order.attempt()}), shop_.now());
        if (paid)
            static_cast<void>(shop_.demo().script_refunds(
                paid->payment_key, kRefundScripts[what % kRefundScripts.size()]));
    }
    void approve_refunds(const AttemptName& name) {
        const auto paid = shop_.demo().query(to_text(name), shop_.now());
        if (paid)
            static_cast<void>(
                shop_.demo().script_refunds(paid->payment_key, DemoRefundScript::kApprove));
    }

    void check_always() const {
        for (const payment::Order& order : shop_.book().orders()) {
            for (std::uint8_t i = 0; i < order.charges.size(); ++i)
                RC_ASSERT(order.refundable({i}) >= 0);
            RC_ASSERT(order.attempt() <= 3);
        }
        for (std::uint8_t guest = 1; guest <= kGuests; ++guest)
            RC_ASSERT(
                std::ranges::count_if(shop_.book().orders(), [&](const payment::Order& order) {
                    return order.guest == payment::test_guest(guest) && order.being_paid();
                }) <= 1);
    }
    // At most one charge, which is known to us and booked or refunded.
    void check_attempts(const Order& order) {
        RC_ASSERT(!order.open());
        std::size_t charges = 0;
        for (std::uint8_t attempt = 1; attempt <= order.attempt(); ++attempt) {
            const std::string name = to_text(AttemptName{order.code, attempt});
            RC_ASSERT(shop_.demo().charges(name) <= 1u);
            if (shop_.demo().charges(name) == 0) continue;
            const auto provider = shop_.demo().query(name, shop_.now());
            if (provider->status == DemoStatus::kVoided) {
                // Reversed by a net-cancel: as if it had never been charged.
                RC_ASSERT(order.find_charge(provider->payment_key) == nullptr);
                continue;
            }
            ++charges;
            const payment::Charge* const charge = order.find_charge(provider->payment_key);
            RC_ASSERT(charge != nullptr);
            const payment::ChargeIndex index{
                static_cast<std::uint8_t>(charge - order.charges.data())};
            RC_ASSERT(provider->balance == order.balance(index));
            RC_ASSERT(provider->balance >= 0);
            if (order.booked != index) RC_ASSERT(provider->balance == 0);
        }
        RC_ASSERT(order.charges.size() == charges);
        RC_ASSERT(order.booked.has_value() == (order.state == OrderState::kPaid));
        const auto* const booking = shop_.booking(order.id);
        RC_ASSERT((booking != nullptr) == order.booked.has_value());
        if (booking != nullptr)
            RC_ASSERT(booking->total == order.charges[order.booked->value].amount.amount);
        for (const payment::Refund& refund : order.refunds)
            RC_ASSERT(refund.state == payment::RefundState::kDone);
    }
    std::uint32_t check_seats(const Order& order) const {
        std::uint32_t seats = 0;
        for (const auto& line : order.quote.lines) {
            const bool owns =
                order.state == OrderState::kPaid && !order.given_back(line.chosen.seat);
            if (owns) RC_ASSERT(shop_.hall().sold(line.chosen));
            seats += owns ? 1 : 0;
        }
        return seats;
    }

    TestShop shop_;
};

}  // namespace

TEST(PaymentProperty, EveryChargeBecomesABookingOrARefundOnce) {
    EXPECT_TRUE(rc::check([] {
        for (int lives = 0; lives < kLives; ++lives) {
            Life life{lives % 2 == 0};
            for (const Step& step : *steps())
                life.take(step);
            life.check_at_rest();
        }
    }));
}

}  // namespace onsale::gateway
