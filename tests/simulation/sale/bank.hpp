#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "adapter/embedded/engine/command.hpp"
#include "adapter/gateway/demo/demo_pay.hpp"
#include "sale/domain/state.hpp"
#include "tests/support/chance.hpp"

namespace onsale::sim {

// A message to us that is in transit. Only a webhook has an id. It is repeated until it is
// acknowledged.
struct Incoming {
    Instant at;
    embedded::SaleCommand command;
    std::string webhook;
};

// The provider, which is unaffected by our crashes, and the network between it and us, which loses,
// duplicates and reorders messages.
class Bank {
  public:
    struct Payment {
        payment::OrderCode order;
        std::uint8_t attempt = 0;
    };

    Bank();

    static std::string reference(payment::OrderCode order, std::uint8_t attempt);
    static std::string refund_key(payment::OrderCode order, payment::RefundIndex refund);

    // The guest was sent to the page to pay the current attempt.
    void open(const payment::Order& order, Instant now);
    // The attempt as the guest's browser knows it. Nullopt if the browser never reached the page.
    std::optional<gateway::DemoPayment> page(payment::OrderCode order, std::size_t attempt,
                                             Instant now) const;
    gateway::DemoPay& demo() { return demo_; }

    // Queues our call to the provider that follows from a durable fact.
    void call_for(const payment::Fact& fact, const payment::OrderBook& book);
    bool has_calls() const { return !calls_.empty(); }
    // Delivers one of our calls. With a bad network it may fail.
    void carry_call(test::Chance& chance, bool bad_network, Instant now);
    void fetch_webhooks(bool lose, Instant now);
    bool has_incoming(Instant now) const;
    std::optional<Instant> next_incoming() const;
    // Takes one of the messages that have arrived. A copy may stay in transit.
    Incoming take_incoming(test::Chance& chance, bool keep_a_copy, Instant now);
    // Our process died. Some of its open calls had arrived, and their answers are lost.
    void process_died(test::Chance& chance, Instant now);

    const std::map<std::string, Payment>& payments() const { return payments_; }
    std::uint64_t charges(const std::string& reference) const { return demo_.charges(reference); }
    std::optional<gateway::DemoPayment> look(const std::string& reference, Instant now) const {
        return demo_.query(reference, now);
    }
    // The amount that the provider refunded for a refund of ours; zero if there was none.
    std::int64_t given_back(const std::string& key) const;

  private:
    struct ConfirmCall {
        Payment payment;
        gateway::DemoConfirm confirm;
    };
    struct QueryCall {
        Payment payment;
    };
    struct RefundCall {
        payment::OrderCode order;
        payment::RefundIndex refund;
        std::uint8_t of_try = 0;
        gateway::DemoCancel cancel;
    };
    using Call = std::variant<ConfirmCall, QueryCall, RefundCall>;
    enum class Trouble { kNone, kNotSent, kLostOnTheWay, kAnswerLost, kTimedOut };

    void travel(const ConfirmCall& call, Trouble trouble, Instant now);
    void travel(const QueryCall& call, Trouble trouble, Instant now);
    void travel(const RefundCall& call, Trouble trouble, Instant now);
    void answer(const Payment& payment, payment::ResultSource source, payment::PaymentResult result,
                Instant at);
    std::optional<Incoming> incoming_of(const gateway::DemoWebhook& webhook, Instant now) const;

    gateway::DemoPay demo_;
    std::map<std::string, Payment> payments_;  // Keyed by reference.
    std::map<std::string, std::int64_t> given_back_;
    std::vector<Call> calls_;
    std::vector<Incoming> incoming_;
};

}  // namespace onsale::sim
