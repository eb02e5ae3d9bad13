#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.hpp"
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

constexpr std::array<std::string_view, 5> kAdviceWords = {
    "steady", "payments_failing", "payments_slow", "seats_run_out", "slots_idle"};

constexpr std::string_view to_word(AdviceReason reason) {
    return kAdviceWords[static_cast<std::size_t>(reason)];
}

struct SeatsLeft {
    std::uint32_t free = 0;
    std::uint32_t may_return = 0;  // Held, paying and returned ones.
};

struct SaleNumbers {
    std::uint32_t max_active = 0;
    std::uint32_t active = 0;
    std::uint32_t waiting = 0;  // Whom a faster rate would let in.
    std::uint32_t admit_per_second = 0;
    std::optional<SeatsLeft> seats;  // None for an event whose seats are sold elsewhere.
    Duration hold_median{};          // How long a hold lasts, bought or not; zero while unknown.
    RecentPayments payments;
    std::uint32_t no_show_permille = 0;     // Of the admitted, who never came.
    std::uint32_t finished_per_minute = 0;  // Admissions that ended: slots that became free.
    BuyingRates rates;
};

// A rate to let guests in at, and why, for an operator to read and to apply or not.
struct Advice {
    std::uint32_t admit_per_second = 0;
    AdviceReason reason = AdviceReason::kSteady;
    std::string english;
    std::string korean;
};

// docs/odds.md has the arithmetic. Money first, then seats, then speed: guests who cannot pay are
// worse off inside than in the line.
Advice advise(const SaleNumbers& now);

}  // namespace onsale::sale
