#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "base/time.hpp"
#include "payment/domain/ids.hpp"

namespace onsale::sale {

// How refunded seats return to sale.
enum class ReturnPolicy : std::uint8_t {
    kAtOnce,
    kAtRandom,    // At a random time within `return_window`.
    kByOperator,  // When an operator releases a batch.
};

// How exactly the number of remaining seats is shown.
enum class LeftShown : std::uint8_t { kExact, kRough, kNone };

enum class AdmissionMode : std::uint8_t {
    kByHand,
    // Reduces the rate automatically when payments fail or are slow; never exceeds the operator's
    // rate.
    kBrake,
};

// The sale settings of one event besides its halls and prices.
struct SaleSettings {
    // Maximum number of seats per guest in the event and in one performance, over all orders; 0: no
    // limit.
    std::uint32_t seats_per_guest = 0;
    std::uint32_t seats_per_performance = 0;
    bool more_purchases = false;  // A booking does not end the admission.
    ReturnPolicy returns = ReturnPolicy::kAtOnce;
    Duration return_window = std::chrono::minutes{10};
    LeftShown left_shown = LeftShown::kExact;
    bool public_map = false;  // The seat map is visible without an admission.
    AdmissionMode admission = AdmissionMode::kByHand;

    friend bool operator==(const SaleSettings&, const SaleSettings&) = default;
};

// The levers for seats and payments.
struct SaleLevers {
    bool holds_stopped = false;
    std::vector<std::string> sections_stopped;  // Section ids, for the halls of all performances.
    std::vector<payment::ProviderId> providers_stopped;
    std::string message_holding;
    std::string message_paid;

    friend bool operator==(const SaleLevers&, const SaleLevers&) = default;
};

constexpr std::uint32_t kSeatsPerGuestMax = 1'000;
constexpr std::size_t kStoppedMax = 1'000;
constexpr std::size_t kSaleMessageMax = 500;
constexpr Duration kReturnWindowMax = std::chrono::hours{24 * 14};

// The wire name of the first invalid field; std::nullopt if all are valid.
std::optional<std::string> problem_of(const SaleSettings& settings);
std::optional<std::string> problem_of(const SaleLevers& levers);

void save(ByteWriter& out, const SaleSettings& settings);
void save(ByteWriter& out, const SaleLevers& levers);
SaleSettings load_sale_settings(ByteReader& in);
SaleLevers load_sale_levers(ByteReader& in);

}  // namespace onsale::sale
