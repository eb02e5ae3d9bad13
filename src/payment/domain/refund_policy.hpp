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

// At least `days_before` the performance this much of the price is kept, but not more than
// `at_most` a seat (zero: no such limit).
struct RefundRow {
    std::int32_t days_before = 0;
    std::uint16_t permille = 0;
    std::int64_t at_most = 0;

    friend bool operator==(const RefundRow&, const RefundRow&) = default;
};

// Rows go from most days to fewest; nearer than the last one nothing is given back.
struct RefundPolicy {
    std::vector<RefundRow> rows;
    // So soon after the booking everything is given back, fees too, but only while the performance
    // is at least `free_until_days` away.
    Duration free_within = std::chrono::hours{24};
    std::int32_t free_until_days = 1;

    friend bool operator==(const RefundPolicy&, const RefundPolicy&) = default;
};

constexpr std::size_t kRefundRowsMax = 32;

std::optional<std::string> problem_of(const RefundPolicy& policy);

// How far the event's zone is ahead of UTC at an instant: offsets change with the season.
using ZoneOffset = std::function<Duration(Instant)>;

// Calendar days in the event's zone from now to the performance; negative when it is over.
std::int32_t days_before(Instant performance, Instant now, const ZoneOffset& zone);

enum class RefundWhy : std::uint8_t {
    kGuestWish,       // By the table.
    kOrganiserFault,  // Everything back.
    kLateCharge,      // These four are the system's own: money without a booking.
    kDuplicateCharge,
    kWrongAmount,
    kSeatsLost,
};

enum class DeductionKind : std::uint8_t { kCancellation, kSeatFees, kOrderFees };

struct Deduction {
    DeductionKind kind{};
    std::optional<SeatIndex> seat;  // None for what belongs to the whole order.
    std::int64_t amount = 0;

    friend bool operator==(const Deduction&, const Deduction&) = default;
};

// What the guest sees before confirming: the amount and everything that is missing from it.
struct RefundQuote {
    std::vector<SeatIndex> seats;
    std::vector<Deduction> deductions;
    Money amount;

    friend bool operator==(const RefundQuote&, const RefundQuote&) = default;
};

struct Refundable {
    std::vector<QuoteLine> lines;
    std::int64_t order_fees = 0;  // Of the whole order if nothing of it remains, else zero.
    Currency currency;
};

struct RefundCase {
    RefundWhy why{};
    std::int32_t days_before = 0;
    Duration since_booking{};
};

// Nothing when the table gives nothing back any more.
std::optional<RefundQuote> quote_refund(const RefundPolicy& policy, const Refundable& what,
                                        const RefundCase& refund);

}  // namespace onsale::payment
