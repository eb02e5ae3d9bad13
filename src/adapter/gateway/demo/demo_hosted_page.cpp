#include "adapter/gateway/demo/demo_hosted_page.hpp"

namespace onsale::gateway {

std::optional<payment::HostedPayment> DemoHostedPage::find(std::string_view payment_key) {
    const Instant now = time_.wall();
    const auto payment = service_.query_key(payment_key, now);
    if (!payment) return std::nullopt;
    payment::HostedPayment shown{.payment_key = payment->payment_key,
                                 .title = payment->title,
                                 .amount = payment->amount,
                                 .valid_until = payment->valid_until,
                                 .open = payment->status == DemoStatus::kReady,
                                 .way_back = ""};
    // Leaving a finished payment changes nothing and returns the way back.
    if (!shown.open) shown.way_back = service_.leave(payment_key, now).value_or("");
    return shown;
}

std::optional<std::string> DemoHostedPage::press(std::string_view payment_key,
                                                 std::string_view script) {
    const auto chosen = parse_demo_script(script);
    if (!chosen) return std::nullopt;
    auto url = service_.press(payment_key, *chosen, time_.wall());
    if (!url || url->empty()) return std::nullopt;
    return std::move(*url);
}

std::optional<std::string> DemoHostedPage::leave(std::string_view payment_key) {
    auto url = service_.leave(payment_key, time_.wall());
    if (!url || url->empty()) return std::nullopt;
    return std::move(*url);
}

bool DemoHostedPage::script_refunds(std::string_view payment_key, std::string_view script) {
    const auto chosen = parse_demo_refund_script(script);
    return chosen && service_.script_refunds(payment_key, *chosen);
}

}  // namespace onsale::gateway
