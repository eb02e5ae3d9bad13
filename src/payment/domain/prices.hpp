#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "payment/domain/ids.hpp"
#include "payment/domain/money.hpp"

namespace onsale::payment {

// Adult, youth, disability and so on. Proof is shown at the door.
struct PriceType {
    std::string name;
    std::int64_t amount = 0;

    friend bool operator==(const PriceType&, const PriceType&) = default;
};

struct GradePrices {
    std::string grade;
    std::vector<PriceType> types;

    friend bool operator==(const GradePrices&, const GradePrices&) = default;
};

// The difference between a price and the highest price of its grade. The highest price is the full
// price, which needs no proof.
std::int64_t discount(const GradePrices& grade, std::int64_t price);

enum class FeePer : std::uint8_t { kSeat, kOrder };

// Every fee is mandatory. Something optional is a separate product, not a fee.
struct Fee {
    std::string name;
    FeePer per{};
    std::int64_t amount = 0;

    friend bool operator==(const Fee&, const Fee&) = default;
};

struct PriceList {
    Currency currency = kWon;
    std::vector<GradePrices> grades;
    std::vector<Fee> fees;

    friend bool operator==(const PriceList&, const PriceList&) = default;
};

constexpr std::size_t kGradesMax = 256;
constexpr std::size_t kPriceTypesMax = 64;
constexpr std::size_t kFeesMax = 16;
constexpr std::size_t kLinesMax = 64;  // Far above any limit of seats per order.
// The sum of all lines and fees of one order stays far below 2^63.
constexpr std::int64_t kAmountMax = 1'000'000'000'000;
// Maximum total of one order: every line with every fee, plus every fee of the order.
constexpr std::int64_t kTotalMax =
    kAmountMax * static_cast<std::int64_t>(kLinesMax * (1 + kFeesMax) + kFeesMax);

// Describes the problem of a list; std::nullopt if it is valid.
std::optional<std::string> problem_of(const PriceList& prices);

// A guest's choice: a held seat and its price type. Never contains a price.
struct ChosenSeat {
    SeatIndex seat;
    Fence fence;
    GradeIndex grade;
    PriceTypeIndex type;

    friend bool operator==(const ChosenSeat&, const ChosenSeat&) = default;
};

struct QuoteLine {
    ChosenSeat chosen;
    std::int64_t price = 0;
    std::int64_t fees = 0;

    friend bool operator==(const QuoteLine&, const QuoteLine&) = default;
};

struct Quote {
    std::vector<QuoteLine> lines;
    std::int64_t order_fees = 0;
    Money total;

    friend bool operator==(const Quote&, const Quote&) = default;
};

enum class QuoteError : std::uint8_t { kNoLines, kTooManyLines, kUnknownPrice, kSameSeatTwice };

Result<Quote, QuoteError> quote(const PriceList& prices, std::span<const ChosenSeat> chosen);

// The final price of one seat bought alone. Only this price may be shown first.
Result<Money, QuoteError> first_shown(const PriceList& prices, GradeIndex grade,
                                      PriceTypeIndex type);

}  // namespace onsale::payment
