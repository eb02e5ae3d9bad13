#include "sale/advice/advice.hpp"

#include <algorithm>

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;

struct Rate {
    std::uint32_t admit_per_second;
    AdviceReason reason;
};

constexpr Duration kHoldAssumed = 60s;
constexpr std::uint64_t kSecondsPerMinute = 60;
// Some slots are always empty between two guests; a fifth of them empty is waste.
constexpr std::uint64_t kIdleParts = 5;

// In thousandths of a seat, as all values here.
std::uint64_t supply(const SaleNumbers& now) {
    return std::uint64_t{now.seats->free} * kWhole +
           std::uint64_t{now.seats->may_return} * now.rates.return_share;
}

// Whether the expected demand of the admitted guests already uses up the supply.
bool seats_run_out(const SaleNumbers& now) {
    return now.seats && now.active * seats_per_admitted(now.rates) >= supply(now);
}

// The admission rate that the seats can serve within the duration of one hold. After that time they
// are either sold or free again.
std::uint32_t served_by_seats(const SaleNumbers& now) {
    const Duration hold = now.hold_median > 0ms ? now.hold_median : kHoldAssumed;
    const auto seconds =
        static_cast<std::uint64_t>(std::chrono::ceil<std::chrono::seconds>(hold).count());
    const std::uint64_t wanted = std::max<std::uint64_t>(1, seats_per_admitted(now.rates));
    const std::uint64_t served = supply(now) / wanted / seconds;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(
        now.admit_per_second, std::max<std::uint64_t>(served, kSlowestRate)));
}

bool slots_idle(const SaleNumbers& now) {
    if (now.active >= now.max_active) return false;
    const std::uint64_t idle = now.max_active - now.active;
    return idle * kIdleParts >= now.max_active && now.waiting >= idle;
}

// The rate that fills the empty slots within a minute and also replaces the slots that become free,
// including no-shows. At most twice the current rate, because its effect is not known yet.
std::uint32_t filling(const SaleNumbers& now) {
    const std::uint64_t come = kWhole - std::min(now.no_show_permille, kWhole - 1);
    const std::uint64_t a_minute =
        std::uint64_t{now.finished_per_minute} + now.max_active - now.active;
    const std::uint64_t a_second =
        (a_minute * kWhole / come + kSecondsPerMinute - 1) / kSecondsPerMinute;
    const std::uint64_t most = std::uint64_t{now.admit_per_second} * 2;
    return static_cast<std::uint32_t>(std::min({a_second, most, std::uint64_t{UINT32_MAX}}));
}

Rate rate_for(const SaleNumbers& now) {
    const PaymentHealth health = health_of(now.payments);
    const std::uint32_t present = now.admit_per_second;
    if (health == PaymentHealth::kFailing || health == PaymentHealth::kDead)
        return {slowed(present, health), AdviceReason::kPaymentsFailing};
    if (health == PaymentHealth::kSlow)
        return {slowed(present, health), AdviceReason::kPaymentsSlow};
    if (seats_run_out(now)) return {served_by_seats(now), AdviceReason::kSeatsRunOut};
    if (slots_idle(now) && filling(now) > present) return {filling(now), AdviceReason::kSlotsIdle};
    return {present, AdviceReason::kSteady};
}

}  // namespace

Advice advise(const SaleNumbers& now) {
    const Rate rate = rate_for(now);
    return {.admit_per_second = rate.admit_per_second, .reason = rate.reason};
}

}  // namespace onsale::sale
