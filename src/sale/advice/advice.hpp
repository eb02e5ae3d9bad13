#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/time.hpp"
#include "base/words.hpp"
#include "sale/advice/buying_rates.hpp"
#include "sale/advice/payments.hpp"

namespace onsale::sale {

enum class AdviceReason : std::uint8_t {
    kSteady,
    kPaymentsFailing,
    kPaymentsSlow,
    kSeatsRunOut,
    kSlotsIdle,
};

constexpr auto words_of(AdviceReason) {
    return std::to_array<std::string_view>(
        {"steady", "payments_failing", "payments_slow", "seats_run_out", "slots_idle"});
}

struct SeatsLeft {
    std::uint32_t free = 0;
    std::uint32_t may_return = 0;  // Held, being paid or returned.
};

struct SaleNumbers {
    std::uint32_t max_active = 0;
    std::uint32_t active = 0;
    std::uint32_t waiting = 0;  // Guests whom a higher rate would admit.
    std::uint32_t admit_per_second = 0;
    std::optional<SeatsLeft> seats;  // Not set for an event whose seats are sold elsewhere.
    Duration hold_median{};          // Duration of a hold, bought or not; zero while unknown.
    RecentPayments payments;
    std::uint32_t no_show_permille = 0;     // Share of admitted guests who never came.
    std::uint32_t finished_per_minute = 0;  // Admissions that ended, each of which freed a slot.
    BuyingRates rates;
};

// A recommended admission rate with its reason. The operator decides whether to apply it.
struct Advice {
    std::uint32_t admit_per_second = 0;
    AdviceReason reason = AdviceReason::kSteady;
};

// docs/odds.md describes the arithmetic. Payments are considered first, then seats, then speed:
// guests who cannot pay are worse off admitted than in the line.
Advice advise(const SaleNumbers& now);

}  // namespace onsale::sale
