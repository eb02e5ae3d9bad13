#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "payment/port/payment_gateway.hpp"

namespace onsale::http::testing {

// Returns the results that the test sets and records its calls.
class TestGateway final : public payment::PaymentGateway {
  public:
    explicit TestGateway(boost::asio::io_context& loop)
        : gate_(loop, boost::asio::steady_timer::time_point::max()) {}

    payment::GatewayTraits what{};
    std::optional<payment::GatewayError> no_page{};
    std::vector<std::pair<std::string, std::string>> fields{};
    payment::PaymentResult said = payment::result::Pending{};  // Result of a query.
    // Result of a confirm; if empty, it is approved as asked.
    std::optional<payment::PaymentResult> answer{};
    bool slow = false;  // A confirm waits for release().
    bool slow_net_cancel = false;
    std::deque<payment::PaymentRequest> requests{};
    std::deque<payment::ConfirmRequest> confirms{};
    std::deque<payment::QueryRequest> queries{};
    std::deque<payment::ConfirmRequest> net_cancels{};

    void release() { gate_.cancel(); }

    payment::GatewayTraits traits() const override { return what; }
    std::string_view merchant() const override { return "shop"; }
    boost::asio::awaitable<Result<payment::PaymentPage, payment::GatewayError>> request(
        payment::PaymentRequest request) override {
        requests.push_back(std::move(request));
        if (no_page) co_return fail(*no_page);
        co_return payment::PaymentPage{"/pay/" + to_text(requests.back().name), fields};
    }
    boost::asio::awaitable<payment::PaymentResult> confirm(
        payment::ConfirmRequest confirm) override {
        confirms.push_back(confirm);
        if (slow) co_await released();
        if (answer) co_return *answer;
        co_return payment::result::Approved{confirm.payment_key, "shop", confirm.amount};
    }
    boost::asio::awaitable<payment::PaymentResult> query(payment::QueryRequest query) override {
        queries.push_back(std::move(query));
        co_return said;
    }
    boost::asio::awaitable<payment::PaymentResult> net_cancel(
        payment::ConfirmRequest confirm) override {
        net_cancels.push_back(std::move(confirm));
        if (slow_net_cancel) co_await released();
        co_return payment::result::Declined{payment::DeclineReason::kReversed};
    }
    boost::asio::awaitable<payment::RefundResult> cancel(payment::CancelRequest) override {
        co_return payment::RefundResult::kRefused;
    }
    // Format: name=onsale-...&key=...&amount=...&failed=1
    Result<payment::ReturnedPayment, payment::ReturnError> parse_return(
        const payment::BrowserReturn& returned) const override {
        std::map<std::string, std::string> brought(returned.fields.begin(), returned.fields.end());
        const auto name = payment::parse_attempt_name(brought["name"]);
        if (!name || brought.contains("state")) return fail(payment::ReturnError::kMalformed);
        return payment::ReturnedPayment{
            *name,
            brought.contains("failed"),
            brought["key"],
            {brought["amount"].empty() ? 0 : std::stoll(brought["amount"]), payment::kWon},
            brought["approval"]};
    }
    // The body is the attempt's name. The headers carry the proof and what happened.
    Result<payment::WebhookNotice, payment::WebhookError> verify_webhook(
        const payment::WebhookRequest& webhook, Instant) const override {
        std::map<std::string, std::string> headers(webhook.headers.begin(), webhook.headers.end());
        const auto name = payment::parse_attempt_name(webhook.body);
        if (headers["X-Proof"] != "good") return fail(payment::WebhookError::kBadProof);
        if (!name) return fail(payment::WebhookError::kMalformed);
        payment::WebhookNotice notice{"1", *name, std::nullopt, "TAKEN"};
        if (!headers["X-Approved"].empty())
            notice.result = payment::result::Approved{
                headers["X-Approved"],
                "shop",
                {headers["X-Amount"].empty() ? 24'000 : std::stoll(headers["X-Amount"]),
                 payment::kWon}};
        return notice;
    }

  private:
    boost::asio::awaitable<void> released() {
        boost::system::error_code cancelled;
        co_await gate_.async_wait(
            boost::asio::redirect_error(boost::asio::use_awaitable, cancelled));
    }

    boost::asio::steady_timer gate_;
};

}  // namespace onsale::http::testing
