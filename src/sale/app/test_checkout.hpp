#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

#include "payment/port/payment_provider.hpp"
#include "sale/app/test_recording_orders.hpp"

namespace onsale::sale {

constexpr payment::ProviderId kTestProvider{1};
constexpr payment::OrderId kTestOrder{7};
constexpr payment::OrderCode kTestCode{0xabc};
constexpr payment::AttemptName kTestAttempt{kTestCode, 1};
constexpr payment::Money kTestPrice{100'000, payment::kWon};

// Gives the configured answers and records the calls.
class TestGateway : public payment::PaymentGateway {
  public:
    payment::PaymentResult answer = payment::result::Approved{"key-1", "hall", kTestPrice};
    payment::PaymentResult net_cancel_answer =
        payment::result::Declined{payment::DeclineReason::kReversed};
    payment::RefundResult refund_answer = payment::RefundResult::kDone;
    std::optional<payment::GatewayError> no_page;
    std::deque<payment::PaymentRequest> requests;
    std::vector<payment::ConfirmRequest> confirms;
    std::vector<payment::ConfirmRequest> net_cancels;
    std::vector<payment::QueryRequest> queries;
    std::vector<payment::CancelRequest> cancels;

    payment::GatewayTraits what{};

    payment::GatewayTraits traits() const override { return what; }
    std::string_view merchant() const override { return "hall"; }
    boost::asio::awaitable<Result<payment::PaymentPage, payment::GatewayError>> request(
        payment::PaymentRequest request) override {
        requests.push_back(std::move(request));
        if (no_page) co_return fail(*no_page);
        co_return payment::PaymentPage{"/pay", {}};
    }
    boost::asio::awaitable<payment::PaymentResult> confirm(
        payment::ConfirmRequest confirm) override {
        confirms.push_back(std::move(confirm));
        co_return answer;
    }
    boost::asio::awaitable<payment::PaymentResult> query(payment::QueryRequest query) override {
        queries.push_back(std::move(query));
        co_return answer;
    }
    boost::asio::awaitable<payment::PaymentResult> net_cancel(
        payment::ConfirmRequest confirm) override {
        net_cancels.push_back(std::move(confirm));
        co_return net_cancel_answer;
    }
    boost::asio::awaitable<payment::RefundResult> cancel(payment::CancelRequest cancel) override {
        cancels.push_back(std::move(cancel));
        co_return refund_answer;
    }
    Result<payment::ReturnedPayment, payment::ReturnError> parse_return(
        const payment::BrowserReturn&) const override {
        return fail(payment::ReturnError::kMalformed);
    }
    Result<payment::WebhookNotice, payment::WebhookError> verify_webhook(
        const payment::WebhookRequest&, Instant) const override {
        return fail(payment::WebhookError::kMalformed);
    }
};

// One order whose guest is at the page of the only provider.
class CheckoutTest : public ::testing::Test {
  protected:
    CheckoutTest() {
        payment::Order& order = orders_.copy.order;
        order.id = kTestOrder;
        order.code = kTestCode;
        order.state = payment::OrderState::kPaying;
        order.attempts = {{kTestProvider, "hall", {}, kTestPrice, "key-1"}};
    }

    // The order was paid and a part of it is being refunded.
    void be_paid() {
        payment::Order& order = orders_.copy.order;
        order.state = payment::OrderState::kPaid;
        order.charges = {{1, "key-1", kTestPrice, {}}};
        payment::Refund refund;
        refund.state = payment::RefundState::kSent;
        refund.tries = 2;
        refund.quote.amount = {40'000, payment::kWon};
        order.refunds = {refund};
    }
    // The guest returned, and the return is not confirmed yet.
    void be_back() {
        orders_.copy.order.confirming = true;
        orders_.copy.order.approval = "token";
        orders_.copy.calls_provider = true;
    }
    template <class Outcome>
    Outcome run(boost::asio::awaitable<Outcome> call) {
        std::optional<Outcome> outcome;
        boost::asio::co_spawn(loop_, std::move(call), [&](std::exception_ptr, Outcome result) {
            outcome = std::move(result);
        });
        run();
        return std::move(outcome).value();
    }
    void run() {
        loop_.restart();
        loop_.run();
    }
    static payment::WebhookNotice notice(std::optional<payment::PaymentResult> result) {
        return {"id", kTestAttempt, std::move(result), "ok"};
    }

    boost::asio::io_context loop_;
    RecordingOrders orders_;
    TestGateway gateway_;
    std::vector<payment::Provider> providers_ = {
        {.id = kTestProvider, .word = "cards", .gateway = &gateway_}};
};

}  // namespace onsale::sale
