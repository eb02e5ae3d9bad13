#include "program/operate/serve_demo_desk.hpp"

namespace onsale::program {

std::optional<http::DemoPage> DemoPayDesk::find(std::string_view payment_key) {
    const Instant now = time_.wall();
    const auto payment = service_.query_key(payment_key, now);
    if (!payment) return std::nullopt;
    http::DemoPage page;
    page.payment_key = payment->payment_key;
    page.title = payment->title;
    page.amount = payment->amount;
    page.valid_until = payment->valid_until;
    page.open = payment->status == gateway::DemoStatus::kReady;
    // Leaving a finished payment changes nothing and returns the way back.
    if (!page.open) page.way_back = service_.leave(payment_key, now).value_or("");
    return page;
}

std::optional<std::string> DemoPayDesk::press(std::string_view payment_key,
                                              std::string_view script) {
    const auto chosen = gateway::parse_demo_script(script);
    if (!chosen) return std::nullopt;
    auto url = service_.press(payment_key, *chosen, time_.wall());
    if (!url || url->empty()) return std::nullopt;
    return std::move(*url);
}

std::optional<std::string> DemoPayDesk::leave(std::string_view payment_key) {
    auto url = service_.leave(payment_key, time_.wall());
    if (!url || url->empty()) return std::nullopt;
    return std::move(*url);
}

bool DemoPayDesk::script_refunds(std::string_view payment_key, std::string_view script) {
    const auto chosen = gateway::parse_demo_refund_script(script);
    return chosen && service_.script_refunds(payment_key, *chosen);
}

}  // namespace onsale::program
