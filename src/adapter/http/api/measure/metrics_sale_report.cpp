// Seats and money on the page of /metrics.
#include <array>
#include <functional>
#include <vector>

#include "adapter/http/api/measure/metrics_report.hpp"
#include "payment/domain/words.hpp"

namespace onsale::http {
namespace {

using sale::EventFigures;
using waiting_room::EventId;

constexpr double kMillisecond = 1e-3;

struct Selling {
    std::string_view key;
    EventId id;
    const EventFigures& figures;
};
using Value = std::function<double(const Selling&)>;

struct Family {
    const char* name;
    const char* help;
    bool counter;
    Value value;
};

std::vector<Family> families(const sale::LiveSource& source, Instant now) {
    const auto total = [](auto member) {
        return [member](const Selling& one) {
            return static_cast<double>(one.figures.totals().*member);
        };
    };
    using Totals = sale::SaleTotals;
    return {
        {"payments_requested_total", "Payments started.", true, total(&Totals::requested)},
        {"payments_approved_total", "Payments approved.", true, total(&Totals::approved)},
        {"payments_unknown_total", "Provider calls without an answer.", true,
         total(&Totals::unknown)},
        {"payments_unknown", "Payments whose outcome is unknown now.", false,
         [](const Selling& one) { return static_cast<double>(one.figures.unknown_now()); }},
        {"payment_oldest_unknown_seconds", "Age of the oldest payment with unknown outcome.", false,
         [now](const Selling& one) {
             const auto oldest = one.figures.oldest_unknown();
             return oldest ? static_cast<double>((now - *oldest).count()) * kMillisecond : 0.0;
         }},
        {"payment_captured_total", "Money captured, in the currency's smallest unit.", true,
         total(&Totals::captured)},
        {"payment_refunded_total", "Money refunded, in the currency's smallest unit.", true,
         total(&Totals::refunded)},
        {"refunds_open", "Refunds that are requested and not done.", false,
         [](const Selling& one) { return static_cast<double>(one.figures.refunds_open()); }},
        {"bookings_total", "Bookings made.", true, total(&Totals::bookings)},
        {"seats_sold_total", "Seats sold, including those refunded later.", true,
         total(&Totals::seats_sold)},
        {"seats_refunded_total", "Seats returned by refunds.", true,
         total(&Totals::seats_refunded)},
        {"holds_bought_total", "Holds that ended in a purchase since the process started.", true,
         total(&Totals::holds_bought)},
        {"holds_ended_total", "Holds that ended without a purchase.", true,
         total(&Totals::holds_ended)},
        {"admission_brake_changes_total", "Changes made by the brake since the process started.",
         true, total(&Totals::brake_changes)},
        {"admission_brake_per_second", "Admissions per second set by the brake; 0: no brake.",
         false,
         [&source](const Selling& one) {
             return static_cast<double>(source.view.find(one.id)->brake());
         }},
    };
}

}  // namespace

void report(MetricsText& text, const sale::LiveSource& source, Instant now) {
    const auto each = [&](auto&& write) {
        for (const auto& [id, line] : source.view)
            if (line->lifecycle() != waiting_room::Lifecycle::kArchived &&
                source.sale.has_halls(id))
                write(Selling{line->settings().key, id, source.figures.of(id)});
    };
    text.gauge("seats", "Seats by state.");
    each([&](const Selling& one) {
        const seat::StateCounts counts = source.sale.counts(one.id);
        for (std::size_t i = 0; i < seat::kSeatStates; ++i) {
            const auto state = static_cast<seat::SeatState>(i);
            text.sample({{"event", one.key}, {"state", to_word(state)}},
                        std::uint64_t{counts[state]});
        }
    });
    for (const Family& family : families(source, now)) {
        family.counter ? text.counter(family.name, family.help)
                       : text.gauge(family.name, family.help);
        each([&](const Selling& one) { text.sample({{"event", one.key}}, family.value(one)); });
    }
    text.counter("payments_declined_total", "Declined payments by reason.");
    each([&](const Selling& one) {
        const auto& declines = one.figures.totals().declines;
        for (std::size_t i = 0; i < declines.size(); ++i)
            text.sample(
                {{"event", one.key}, {"reason", to_word(static_cast<payment::DeclineReason>(i))}},
                declines[i]);
    });
    text.gauge(
        "payment_latency_quantile_seconds",
        "Time from the confirm request to the provider's answer, over the last five minutes.");
    each([&](const Selling& one) {
        const auto recent = one.figures.recent(sale::RecentSale::kReach, now);
        for (const auto& [label, permille] : {std::pair{"0.5", 500u}, std::pair{"0.95", 950u}})
            text.sample(
                {{"event", one.key}, {"quantile", label}},
                static_cast<double>(recent.latency.quantile(permille).count()) * kMillisecond);
    });
}

}  // namespace onsale::http
