#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "payment/domain/order.hpp"
#include "payment/domain/prices.hpp"
#include "payment/domain/refund_policy.hpp"

namespace onsale::payment {

// The wire word of each enumerator, indexed by its value.
template <class Enum>
inline constexpr std::array<std::string_view, 0> kWords = {};

template <>
inline constexpr std::array<std::string_view, 6> kWords<OrderState> = {
    "held", "paying", "unknown", "paid", "ended", "awaiting_deposit"};
template <>
inline constexpr std::array<std::string_view, 7> kWords<EndReason> = {
    "hold_expired", "pay_time_used", "attempts_used", "cancelled",
    "revoked",      "wrong_amount",  "seats_lost"};
template <>
inline constexpr std::array<std::string_view, 7> kWords<DeclineReason> = {
    "other", "limit", "card", "guest_left", "expired", "reversed", "provider_unavailable"};
template <>
inline constexpr std::array<std::string_view, 5> kWords<RefundState> = {"requested", "sent", "done",
                                                                        "failed", "unknown"};
template <>
inline constexpr std::array<std::string_view, 6> kWords<RefundWhy> = {
    "guest_wish",       "organiser_fault", "late_charge",
    "duplicate_charge", "wrong_amount",    "seats_lost"};
template <>
inline constexpr std::array<std::string_view, 3> kWords<DeductionKind> = {
    "cancellation", "seat_fees", "order_fees"};
template <>
inline constexpr std::array<std::string_view, 2> kWords<FeePer> = {"seat", "order"};

template <class Enum>
constexpr std::string_view to_word(Enum value) {
    return kWords<Enum>[static_cast<std::size_t>(value)];
}

template <class Enum>
constexpr std::optional<Enum> from_word(std::string_view word) {
    const auto found = std::ranges::find(kWords<Enum>, word);
    if (found == kWords<Enum>.end()) return std::nullopt;
    return static_cast<Enum>(found - kWords<Enum>.begin());
}

}  // namespace onsale::payment
