#pragma once

// A shop in virtual time: the order book, a tiny hall with fences, and Demo Pay behind a network
// that loses, duplicates and reorders messages. Commands are decided immediately and become durable
// with commit(). Providers are called only after that. For tests.

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "adapter/gateway/demo/demo_words.hpp"
#include "adapter/gateway/demo/test_tiny_hall.hpp"
#include "base/assert.hpp"
#include "payment/domain/rule/test_order_book.hpp"

namespace onsale::gateway {

using namespace std::chrono_literals;
using payment::AttemptName;
using payment::ChosenSeat;
using payment::kEvent;
using payment::kStart;
using payment::kWon;
using payment::Money;
using payment::Order;
using payment::OrderBook;
using payment::OrderId;
using payment::OrderState;
using payment::SeatIndex;

inline DemoPayConfig test_config() {
    DemoPayConfig config;
    config.merchant = "hall";
    config.key = "a secret of at least thirty-two bytes";
    config.valid_for = 20min;  // Longer than the paying cap, so that payments can come too late.
    return config;
}

class TestShop {
  public:
    // Messages on the network: our calls to the provider, and its answers.
    struct ConfirmCall {
        AttemptName name;
        DemoConfirm confirm;
    };
    // We no longer wait for an answer.
    struct GiveUp {
        AttemptName name;
    };
    struct QueryCall {
        AttemptName name;
    };
    struct RefundCall {
        AttemptName name;
        payment::RefundIndex refund;
        std::uint8_t of_try = 0;
        DemoCancel cancel;
    };
    using Message =
        std::variant<ConfirmCall, GiveUp, QueryCall, RefundCall, payment::command::RecordPayment,
                     payment::command::RecordRefund, DemoWebhook>;

    TestShop() : demo_(test_config()) {
        static_cast<void>(run(payment::command::SetTerms{
            kEvent, payment::TestOrderBook::shared(payment::test_terms()), {}}));
        commit();
    }

    payment::OrderOutcome run(const payment::Command& command) {
        auto decision = payment::decide(working_.book, command, now_);
        apply(decision.facts);
        return std::move(decision.outcome);
    }
    std::optional<OrderId> request(std::uint8_t guest, std::uint32_t first, std::uint32_t count) {
        payment::command::RequestPayment request;
        request.event = kEvent;
        request.performance = payment::kEvening;
        request.guest = payment::test_guest(guest);
        request.hold_until = now_ + 10min;
        request.merchant = demo_.config().merchant;
        request.traits = payment::order_traits(kDemoTraits);
        request.code = {working_.book.next_id().value};
        const Order* const open = working_.book.open_order(request.guest, request.performance);
        if (open != nullptr) {
            for (const auto& line : open->quote.lines)
                request.seats.push_back(line.chosen);
        } else {
            auto held = working_.hall.hold(first, count);
            if (!held) return std::nullopt;
            request.seats = *std::move(held);
        }
        const auto asked = run(request);
        if (!asked && open == nullptr)
            for (const ChosenSeat& seat : request.seats)
                working_.hall.set(seat, TinyHall::State::kFree);
        return asked ? std::optional{asked->order} : std::nullopt;
    }
    payment::OrderOutcome confirm(const Order& order, std::int64_t amount_off = 0) {
        const AttemptName name{order.code, order.attempt()};
        const auto opened = demo_.query(to_text(name), now_);
        Money amount = order.attempts.back().total;
        amount.amount += amount_off;
        return run(payment::command::ConfirmPayment{order.id, order.attempt(), order.guest,
                                                    opened ? opened->payment_key : "none", amount});
    }
    void press(const Order& order, DemoScript script) {
        const auto opened = demo_.query(to_text(AttemptName{order.code, order.attempt()}), now_);
        if (opened) static_cast<void>(demo_.press(opened->payment_key, script, now_));
    }

    void commit() {
        if (pending_.empty()) return;
        durable_ = working_;
        journal_.insert(journal_.end(), pending_.begin(), pending_.end());
        for (const auto& [at, fact] : std::exchange(pending_, {}))
            act_on(fact);
    }
    // Undoes what was not committed, and loses all answers on their way to us.
    void crash() {
        working_ = durable_;
        pending_.clear();
        std::erase_if(network_, [](const Message& message) {
            return !std::holds_alternative<DemoWebhook>(message);
        });
    }
    void pass(Duration by) {
        jump(by);
        tick();
    }
    void jump(Duration by) { now_ += by; }
    // From now on no webhook arrives: querying must be enough.
    void lose_webhooks() { webhooks_lost_ = true; }
    void tick() {
        while (true) {
            auto facts = payment::decide_guest_deadlines(working_.book, kEvent, now_, 100);
            if (facts.empty()) facts = payment::decide_deadlines(working_.book, now_, 100);
            if (facts.empty()) break;
            apply(facts);
        }
        for (DemoWebhook& webhook : demo_.take_webhooks(now_))
            if (!webhooks_lost_) network_.push_back(std::move(webhook));
    }
    void deliver(std::size_t index, bool keep_a_copy) {
        Message message = network_[index];
        if (!keep_a_copy) drop(index);
        std::visit([&](auto& one) { arrive(one); }, message);
    }
    void drop(std::size_t index) {
        network_.erase(network_.begin() + static_cast<std::ptrdiff_t>(index));
    }
    // Delivers everything and lets every deadline expire. Retries parked orders and refunds as an
    // operator would.
    void settle() {
        for (int round = 0;; ++round) {
            ONSALE_ASSERT(round < kRoundsMax);
            commit();
            if (!network_.empty()) {
                deliver(0, false);
                continue;
            }
            help_parked();
            commit();
            const auto next = next_due();
            if (!next && pending_.empty() && network_.empty()) return;
            if (next) now_ = std::max(now_, *next);
            tick();
        }
    }

    // Whether replaying the journal's bytes gives the current state.
    bool replays() const {
        OrderBook again;
        for (const auto& [at, fact] : journal_) {
            std::string bytes;
            ByteWriter out{bytes};
            payment::save(out, fact);
            payment::Facts loaded;
            ONSALE_ASSERT(payment::load(bytes, loaded) && loaded.size() == 1);
            again.evolve(loaded[0], at);
        }
        return payment::TestOrderBook::bytes_of(again) ==
               payment::TestOrderBook::bytes_of(durable_.book);
    }

    DemoPay& demo() { return demo_; }
    const OrderBook& book() const { return working_.book; }
    const TinyHall& hall() const { return working_.hall; }
    // The seats that a paid order sold.
    struct Booking {
        std::int64_t total = 0;
        std::set<SeatIndex> seats;  // Those not returned.
    };
    const Booking* booking(OrderId order) const {
        const auto found = working_.bookings.find(order);
        return found == working_.bookings.end() ? nullptr : &found->second;
    }
    TinyHall& hall() { return working_.hall; }
    std::vector<Message>& network() { return network_; }
    Instant now() const { return now_; }

  private:
    static constexpr int kRoundsMax = 10'000;  // Far more than a few orders need to settle.

    struct State {
        OrderBook book;
        TinyHall hall;
        std::map<OrderId, Booking> bookings;
    };

    void apply(const payment::Facts& facts) {
        for (const payment::Fact& fact : facts) {
            working_.book.evolve(fact, now_);
            if (const Order* const order = working_.book.find(fact.order)) sell(*order, fact);
            pending_.emplace_back(now_, fact);
        }
    }
    void sell(const Order& order, const payment::Fact& fact) {
        if (std::holds_alternative<payment::fact::OrderPaid>(fact.body)) {
            ONSALE_ASSERT(working_.hall.available(order.quote));
            set_all(order, TinyHall::State::kSold);
            ONSALE_ASSERT(working_.bookings.emplace(order.id, booking_of(order)).second);
        }
        if (std::holds_alternative<payment::fact::OrderEnded>(fact.body))
            set_all(order, TinyHall::State::kFree);
        if (const auto* const back = std::get_if<payment::fact::RefundRequested>(&fact.body))
            give_back(order, back->quote.seats);
    }
    void give_back(const Order& order, const std::vector<SeatIndex>& seats) {
        for (const SeatIndex seat : seats) {
            ONSALE_ASSERT(working_.bookings.at(order.id).seats.erase(seat) == 1);
            for (const auto& line : order.quote.lines)
                if (line.chosen.seat == seat)
                    working_.hall.set(line.chosen, TinyHall::State::kFree);
        }
    }
    static Booking booking_of(const Order& order) {
        Booking made{.total = order.quote.order_fees, .seats = {}};
        for (const auto& [chosen, price, fees] : order.quote.lines) {
            made.total += price + fees;
            made.seats.insert(chosen.seat);
        }
        return made;
    }
    void set_all(const Order& order, TinyHall::State state) {
        for (const auto& line : order.quote.lines)
            working_.hall.set(line.chosen, state);
    }
    void act_on(const payment::Fact& fact) {
        const Order* const order = working_.book.find(fact.order);
        if (order == nullptr) return;
        if (const auto* const asked = std::get_if<payment::fact::PaymentRequested>(&fact.body))
            static_cast<void>(demo_.open(to_text(AttemptName{order->code, asked->number}),
                                         asked->quote.total, now_));
        if (const auto* const sent = std::get_if<payment::fact::ConfirmSent>(&fact.body)) {
            const AttemptName name{order->code, sent->attempt};
            const Money& total = order->attempts[sent->attempt - 1u].total;
            network_.push_back(ConfirmCall{name, {sent->payment_key, to_text(name), total}});
        }
        if (const auto* const asked = std::get_if<payment::fact::InquirySent>(&fact.body))
            network_.push_back(QueryCall{{order->code, asked->attempt}});
        if (const auto* const sent = std::get_if<payment::fact::RefundSent>(&fact.body))
            network_.push_back(refund_call(*order, sent->refund));
    }
    static RefundCall refund_call(const Order& order, payment::RefundIndex index) {
        const payment::Refund& refund = order.refunds[index.value];
        const payment::Charge& charge = order.charges[refund.charge.value];
        const AttemptName name{order.code, charge.attempt};
        return {name,
                index,
                refund.tries,
                {charge.payment_key, refund.quote.amount, order.balance(refund.charge),
                 refund_key(name, index)}};
    }

    void arrive(const ConfirmCall& call) {
        const DemoReply reply = demo_.confirm(call.confirm, now_);
        if (reply.delivery.lost)
            network_.push_back(GiveUp{call.name});
        else
            answer(call.name, payment::ResultSource::kAnswer, to_result(reply));
    }
    // The net-cancel reaches the provider immediately; its answer goes over the network.
    void arrive(const GiveUp& lost) {
        const payment::command::TakeBack take{OrderId{lost.name.order.value}, lost.name.attempt};
        if (!run(take)) return;
        commit();
        answer(lost.name, payment::ResultSource::kAnswer,
               to_result(demo_.net_cancel(to_text(lost.name))));
    }
    void arrive(const QueryCall& call) {
        answer(call.name, payment::ResultSource::kQuery,
               to_result(demo_.query(to_text(call.name), now_)));
    }
    void arrive(const RefundCall& call) {
        const DemoReply reply = demo_.cancel(call.cancel, now_);
        if (reply.delivery.lost) return;
        network_.push_back(payment::command::RecordRefund{
            OrderId{call.name.order.value}, call.refund, call.of_try, to_refund_result(reply)});
    }
    void arrive(payment::command::RecordPayment& record) {
        if (const Order* const order = working_.book.find(record.order))
            record.seats_available = working_.hall.available(order->quote);
        static_cast<void>(run(record));
    }
    void arrive(const payment::command::RecordRefund& record) { static_cast<void>(run(record)); }
    void arrive(const DemoWebhook& webhook) {
        const auto checked = demo_.proof().check(webhook, now_);
        if (!checked) return;
        const auto notice = to_notice(webhook, *checked);
        if (!notice) return;
        if (notice->result) {
            payment::command::RecordPayment record{OrderId{notice->name.order.value},
                                                   notice->name.attempt,
                                                   payment::ResultSource::kWebhook,
                                                   *notice->result,
                                                   false,
                                                   {payment::ActorKind::kProvider}};
            arrive(record);
        }
        // A webhook is acknowledged only after its result is durable.
        commit();
        demo_.acknowledge(webhook.id);
    }
    void answer(const AttemptName& name, payment::ResultSource source,
                payment::PaymentResult result) {
        network_.push_back(payment::command::RecordPayment{OrderId{name.order.value},
                                                           name.attempt,
                                                           source,
                                                           std::move(result),
                                                           false,
                                                           {payment::ActorKind::kProvider}});
    }

    void help_parked() {
        std::vector<payment::Command> help;
        for (const payment::Order& order : working_.book.orders()) {
            if (order.inquiry && !order.inquiry->next_at)
                help.push_back(payment::command::AskAgain{order.id});
            for (std::size_t i = 0; i < order.refunds.size(); ++i)
                if (!order.refunds[i].next_at &&
                    order.refunds[i].state != payment::RefundState::kDone)
                    help.push_back(
                        payment::command::RetryRefund{order.id, {static_cast<std::uint16_t>(i)}});
        }
        for (const payment::Command& command : help)
            static_cast<void>(run(command));
    }
    std::optional<Instant> next_due() const {
        std::optional<Instant> next = demo_.next_webhook();
        const auto take_earlier = [&](const OrderBook::DueOrders& due) {
            if (!due.empty() && (!next || due.begin()->first < *next)) next = due.begin()->first;
        };
        take_earlier(working_.book.in_order_of_due());
        take_earlier(working_.book.waiting_for_guests(kEvent));
        return next;
    }

    State working_;
    State durable_;
    std::vector<std::pair<Instant, payment::Fact>> pending_;
    std::vector<std::pair<Instant, payment::Fact>> journal_;
    DemoPay demo_;
    std::vector<Message> network_;
    Instant now_ = kStart;
    bool webhooks_lost_ = false;
};

}  // namespace onsale::gateway
