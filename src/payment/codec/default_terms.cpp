#include "payment/codec/default_terms.hpp"

#include <chrono>
#include <utility>

namespace onsale::payment {
namespace {

constexpr std::int64_t kBookingFee = 2'000;  // For concerts; for sports about 1,000 is usual.
constexpr std::int64_t kNoLimit = 0;

// Until ten days before the performance only the booking fee is kept, then an increasing share of
// the price. On the day itself nothing is refunded. Within a day after the booking everything is
// refunded, if the performance is at least a day away.
RefundPolicy usual_refunds() {
    return {.rows = {{10, 0, kNoLimit}, {7, 100, kNoLimit}, {3, 200, kNoLimit}, {1, 300, kNoLimit}},
            .free_within = std::chrono::hours{24},
            .free_until_days = 1};
}

}  // namespace

Terms default_terms(std::vector<GradePrices> grades) {
    return {.prices = {.currency = kWon,
                       .grades = std::move(grades),
                       .fees = {{"booking", FeePer::kSeat, kBookingFee}}},
            .refunds = usual_refunds(),
            .rules = {}};
}

}  // namespace onsale::payment
