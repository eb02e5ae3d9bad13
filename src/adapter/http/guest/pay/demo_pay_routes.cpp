// The hosted page of Demo Pay: the page of a provider, served by the same binary. It uses no
// cookie, because no provider's page could.
#include "adapter/http/api/error/json_body.hpp"
#include "adapter/http/api/page/page_answers.hpp"
#include "adapter/http/guest/context/refuse.hpp"
#include "adapter/http/guest/pay/demo_page.hpp"
#include "adapter/http/guest/pay/routes.hpp"
#include "adapter/http/guest/plain/refuse_page.hpp"
#include "adapter/http/transport/message/query.hpp"
#include "payment/port/hosted_page.hpp"

namespace onsale::http {
namespace {

constexpr std::string_view kPath = payment::kHostedPagePath;

// The pressed button: exactly one field is set.
struct Press {
    std::string script;
    std::string refunds;
    std::string action;
};

Result<Press, BadQuery> checked(Press press) {
    const int pressed =
        int{!press.script.empty()} + int{!press.refunds.empty()} + int{!press.action.empty()};
    const bool known = press.action.empty() || press.action == "leave";
    if (!known) return fail(BadQuery{ErrorCode::kBadField, "action"});
    if (pressed != 1) return fail(BadQuery{ErrorCode::kBadField, "script"});
    return press;
}

Result<Press, BadQuery> parse_press(const Request& request) {
    if (is_json(request.header("content-type"))) {
        const auto body = json_body(request, {"script", "refunds", "action"});
        if (!body) return fail(body.error());
        return checked({text_field(*body, "script"), text_field(*body, "refunds"),
                        text_field(*body, "action")});
    }
    const auto form = QueryValues::parse(request.body);
    if (!form || !form->only({"script", "refunds", "action"}))
        return fail(BadQuery{ErrorCode::kBadField});
    return checked({std::string{form->get("script")}, std::string{form->get("refunds")},
                    std::string{form->get("action")}});
}

// The path to redirect to.
std::optional<std::string> perform(HostedPage& backend, std::string_view key, const Press& press) {
    if (!press.action.empty()) return backend.leave(key);
    if (press.refunds.empty()) return backend.press(key, press.script);
    if (!backend.script_refunds(key, press.refunds)) return std::nullopt;
    return std::string{kPath} + std::string{key};
}

DemoPage page_of(const payment::HostedPayment& payment, Language language) {
    return {.language = language,
            .payment_key = payment.payment_key,
            .title = payment.title,
            .amount = payment.amount,
            .valid_until = payment.valid_until,
            .open = payment.open,
            .way_back = payment.way_back};
}

bool safe_in_header(std::string_view text) {
    constexpr char kSpace = ' ';
    return text.find_first_of("\r\n") == text.npos && !text.starts_with(kSpace);
}

}  // namespace

void get_demo_pay(GuestContext& guest, const Request& request, Reply& reply) {
    const Language language = language_of(request);
    const auto payment = guest.context.hosted_page != nullptr
                             ? guest.context.hosted_page->find(request.path.substr(kPath.size()))
                             : std::nullopt;
    if (!payment) return refuse_page(guest, reply, ErrorCode::kNotFound, language);
    const std::string headers = std::string{kPageHeaders} + std::string{kPrivate};
    const std::string body = demo_page(page_of(*payment, language));
    reply.answer({.content_type = kPageContentType, .headers = headers, .body = body});
}

void post_demo_pay(GuestContext& guest, const Request& request, Reply& reply) {
    const Language language = language_of(request);
    const std::string_view key = request.path.substr(kPath.size());
    HostedPage* const backend = guest.context.hosted_page;
    if (backend == nullptr || !backend->find(key))
        return refuse_page(guest, reply, ErrorCode::kNotFound, language);
    const auto press = parse_press(request);
    if (!press) return refuse_call(guest, reply, press.error(), language, {});
    const auto goes_to = perform(*backend, key, *press);
    if (!goes_to || !safe_in_header(*goes_to))
        return refuse(guest, reply, ErrorCode::kBadField, language,
                      press->refunds.empty() ? R"({"field":"script"})" : R"({"field":"refunds"})");
    const std::string headers = "Cache-Control: no-store\r\nLocation: " + *goes_to + "\r\n";
    reply.answer({.status = 303, .headers = headers});
}

}  // namespace onsale::http
