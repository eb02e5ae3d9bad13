#include "adapter/gateway/demo/demo_gateway.hpp"

#include <algorithm>
#include <charconv>

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "adapter/gateway/demo/demo_words.hpp"
#include "payment/port/hosted_page.hpp"

namespace onsale::gateway {

namespace asio = boost::asio;
using payment::GatewayError;
using payment::PaymentPage;
using payment::PaymentResult;
using payment::RefundResult;
using payment::ReturnError;
using payment::WebhookError;
namespace result = payment::result;

namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;

// The field's value if there is exactly one.
std::optional<std::string_view> only(const Fields& fields, std::string_view name) {
    if (std::ranges::count(fields, name, &Fields::value_type::first) != 1) return std::nullopt;
    return std::ranges::find(fields, name, &Fields::value_type::first)->second;
}

// Accepts only one spelling per number: digits without a leading zero.
std::optional<std::int64_t> read_amount(std::string_view text) {
    std::int64_t amount = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), amount);
    if (error != std::errc{} || end != text.data() + text.size() || amount <= 0 ||
        text.front() == '0')
        return std::nullopt;
    return amount;
}

}  // namespace

payment::GatewayTraits DemoGateway::traits() const {
    return kDemoTraits;
}

asio::awaitable<Result<PaymentPage, GatewayError>> DemoGateway::request(
    payment::PaymentRequest request) {
    const DemoRequest asked{to_text(request.name), request.amount, request.title,
                            request.return_url, request.valid_until};
    if (asked.return_url.empty()) co_return fail(GatewayError::kRefused);
    const auto opened = service_.open(asked, time_.wall());
    if (opened && service_.has_page())
        co_return PaymentPage{std::string{payment::kHostedPagePath} + opened->payment_key, {}};
    if (opened) co_return PaymentPage{way_back(*opened), {}};
    co_return fail(opened.error() == DemoError::kFull ? GatewayError::kUnavailable
                                                      : GatewayError::kRefused);
}

asio::awaitable<PaymentResult> DemoGateway::confirm(payment::ConfirmRequest confirm) {
    const DemoConfirm asked{confirm.payment_key, to_text(confirm.name), confirm.amount};
    const DemoReply reply = service_.confirm(asked, time_.wall());
    if (!co_await arrives(reply.delivery)) co_return result::OutcomeUnknown{};
    co_return to_result(reply);
}

asio::awaitable<PaymentResult> DemoGateway::query(payment::QueryRequest query) {
    co_return to_result(service_.query(to_text(query.name), time_.wall()));
}

asio::awaitable<PaymentResult> DemoGateway::net_cancel(payment::ConfirmRequest confirm) {
    co_return to_result(service_.net_cancel(to_text(confirm.name)));
}

asio::awaitable<RefundResult> DemoGateway::cancel(payment::CancelRequest cancel) {
    const DemoCancel asked{cancel.payment_key, cancel.amount, cancel.balance_before,
                           refund_key(cancel.name, cancel.refund)};
    const DemoReply reply = service_.cancel(asked, time_.wall());
    if (!co_await arrives(reply.delivery)) co_return RefundResult::kOutcomeUnknown;
    co_return to_refund_result(reply);
}

std::optional<payment::BrowserReturn> DemoGateway::pay_at_page(const PaymentPage& page) {
    if (!page.url.starts_with(payment::kHostedPagePath)) return std::nullopt;
    const std::string key = page.url.substr(payment::kHostedPagePath.size());
    const auto pressed = service_.press(key, DemoScript::kApprove, time_.wall());
    const auto payment = pressed ? service_.query_key(key, time_.wall()) : std::nullopt;
    return payment ? payment::BrowserReturn{return_fields(*payment)} : payment::BrowserReturn{};
}

// Unknown fields are ignored: the return URL has fields of its own.
Result<payment::ReturnedPayment, ReturnError> DemoGateway::parse_return(
    const payment::BrowserReturn& returned) const {
    const auto reference = only(returned.fields, "reference");
    const auto key = only(returned.fields, "paymentKey");
    const auto amount = read_amount(only(returned.fields, "amount").value_or(""));
    const auto currency = payment::parse_currency(only(returned.fields, "currency").value_or(""));
    const auto status = only(returned.fields, "status");
    const bool known = status == "authorised" || status == "failed";
    if (!reference || !key || !amount || !currency || !known) return fail(ReturnError::kMalformed);
    const auto name = payment::parse_attempt_name(*reference);
    const auto payment = service_.query_key(*key, time_.wall());
    if (!name || !payment || payment->reference != *reference) return fail(ReturnError::kForeign);
    return payment::ReturnedPayment{
        *name, status == "failed", std::string{*key}, {*amount, *currency}, {}};
}

Result<payment::WebhookNotice, WebhookError> DemoGateway::verify_webhook(
    const payment::WebhookRequest& webhook, Instant now) const {
    const auto received = from_headers(webhook.headers, webhook.body);
    if (!received) return fail(WebhookError::kBadProof);
    const auto notice = service_.proof().check(*received, now);
    if (!notice) return fail(notice.error());
    if (notice->merchant != merchant()) return fail(WebhookError::kForeign);
    return to_notice(*received, *notice);
}

void DemoGateway::stop() {
    stopped_ = true;
    for (asio::steady_timer* const wait : waits_)
        wait->cancel();
}

// Waits until the answer arrives, at most patience(). Returns false when it did not arrive.
asio::awaitable<bool> DemoGateway::arrives(DemoDelivery delivery) {
    const bool comes = !delivery.lost && delivery.after <= service_.patience();
    const Duration wait = comes ? delivery.after : service_.patience();
    if (wait == Duration{0}) co_return comes;
    if (stopped_) co_return false;
    asio::steady_timer timer{loop_, wait};
    waits_.insert(&timer);
    boost::system::error_code stopped;
    co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, stopped));
    waits_.erase(&timer);
    co_return comes && !stopped;
}

}  // namespace onsale::gateway
