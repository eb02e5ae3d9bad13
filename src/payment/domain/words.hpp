#pragma once

#include <array>
#include <string_view>

#include "base/words.hpp"
#include "payment/domain/order.hpp"
#include "payment/domain/prices.hpp"
#include "payment/domain/refund_policy.hpp"

namespace onsale::payment {

// The wire words of the enumerators, in their order.
constexpr auto words_of(OrderState) {
    return std::to_array<std::string_view>(
        {"held", "paying", "unknown", "paid", "ended", "awaiting_deposit"});
}
constexpr auto words_of(EndReason) {
    return std::to_array<std::string_view>({"hold_expired", "pay_time_used", "attempts_used",
                                            "cancelled", "revoked", "wrong_amount", "seats_lost"});
}
constexpr auto words_of(DeclineReason) {
    return std::to_array<std::string_view>(
        {"other", "limit", "card", "guest_left", "expired", "reversed", "provider_unavailable"});
}
constexpr auto words_of(RefundState) {
    return std::to_array<std::string_view>({"requested", "sent", "done", "failed", "unknown"});
}
constexpr auto words_of(RefundWhy) {
    return std::to_array<std::string_view>({"guest_wish", "organiser_fault", "late_charge",
                                            "duplicate_charge", "wrong_amount", "seats_lost"});
}
constexpr auto words_of(DeductionKind) {
    return std::to_array<std::string_view>({"cancellation", "seat_fees", "order_fees"});
}
constexpr auto words_of(FeePer) {
    return std::to_array<std::string_view>({"seat", "order"});
}
constexpr auto words_of(ActorKind) {
    return std::to_array<std::string_view>({"guest", "provider", "operator", "system"});
}

}  // namespace onsale::payment
