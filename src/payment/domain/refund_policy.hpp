#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"
#include "payment/domain/prices.hpp"

namespace onsale::payment {

// If the performance is at least `days_before` days away, `permille` of the price is kept, at most
// `at_most` per seat (zero: no limit).
struct RefundRow {
    std::int32_t days_before = 0;
    std::uint16_t permille = 0;
    std::int64_t at_most = 0;

    friend bool operator==(const RefundRow&, const RefundRow&) = default;
};

// Rows are ordered from most to fewest days. Below the days of the last row nothing is refunded.
struct RefundPolicy {
    std::vector<RefundRow> rows;
    // Within this time after the booking everything is refunded, including fees, but only while the
    // performance is at least `free_until_days` days away.
    Duration free_within = std::chrono::hours{24};
    std::int32_t free_until_days = 1;

    friend bool operator==(const RefundPolicy&, const RefundPolicy&) = default;
};

constexpr std::size_t kRefundRowsMax = 32;

std::optional<std::string> problem_of(const RefundPolicy& policy);

// How far the event's zone is ahead of UTC at an instant. The offset depends on the season.
using ZoneOffset = std::function<Duration(Instant)>;

// Calendar days in the event's zone from now to the performance; negative after it.
std::int32_t days_before(Instant performance, Instant now, const ZoneOffset& zone);

enum class RefundWhy : std::uint8_t {
    kGuestWish,       // According to the table.
    kOrganiserFault,  // Everything is refunded.
    kLateCharge,      // This and the next three are made by the system: money without a booking.
    kDuplicateCharge,
    kWrongAmount,
    kSeatsLost,
};

enum class DeductionKind : std::uint8_t { kCancellation, kSeatFees, kOrderFees };

struct Deduction {
    DeductionKind kind{};
    std::optional<SeatIndex> seat;  // Not set for a deduction from the whole order.
    std::int64_t amount = 0;

    friend bool operator==(const Deduction&, const Deduction&) = default;
};

// Shown to the guest before the confirmation: the amount and all deductions.
struct RefundQuote {
    std::vector<SeatIndex> seats;
    std::vector<Deduction> deductions;
    Money amount;

    friend bool operator==(const RefundQuote&, const RefundQuote&) = default;
};

struct Refundable {
    std::vector<QuoteLine> lines;
    std::int64_t order_fees = 0;  // The fees of the order if no seat of it remains, otherwise zero.
    Currency currency;
};

struct RefundCase {
    RefundWhy why{};
    std::optional<std::int32_t> days_before = 0;  // None: not known.
    Duration since_booking{};
};

// Returns std::nullopt when the table refunds nothing any more, or cannot be applied because the
// days are not known.
std::optional<RefundQuote> quote_refund(const RefundPolicy& policy, const Refundable& what,
                                        const RefundCase& refund);

}  // namespace onsale::payment
