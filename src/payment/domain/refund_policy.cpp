#include "payment/domain/refund_policy.hpp"

#include <algorithm>

namespace onsale::payment {
namespace {

constexpr std::uint16_t kWhole = 1'000;

std::chrono::sys_days local_day(Instant instant, const ZoneOffset& zone) {
    return std::chrono::floor<std::chrono::days>(instant + zone(instant));
}

bool all_back(const RefundPolicy& policy, const RefundCase& refund) {
    if (refund.why != RefundWhy::kGuestWish) return true;
    return refund.since_booking < policy.free_within && refund.days_before &&
           *refund.days_before >= policy.free_until_days;
}

const RefundRow* row_for(const RefundPolicy& policy, std::optional<std::int32_t> days) {
    if (!days) return nullptr;
    const auto row = std::ranges::find_if(
        policy.rows, [&](const RefundRow& candidate) { return *days >= candidate.days_before; });
    return row == policy.rows.end() ? nullptr : &*row;
}

void deduct(RefundQuote& quote, const Deduction& deduction) {
    if (deduction.amount == 0) return;
    quote.deductions.push_back(deduction);
    quote.amount.amount -= deduction.amount;
}

RefundQuote everything(const Refundable& what) {
    RefundQuote quote;
    quote.amount = {what.order_fees, what.currency};
    for (const QuoteLine& line : what.lines) {
        quote.seats.push_back(line.chosen.seat);
        quote.amount.amount += line.price + line.fees;
    }
    return quote;
}

}  // namespace

std::optional<std::string> problem_of(const RefundPolicy& policy) {
    if (policy.rows.size() > kRefundRowsMax) return "too many refund rows";
    if (policy.free_within < Duration{0}) return "free_within is negative";
    for (const RefundRow& row : policy.rows)
        if (row.permille > kWhole || row.at_most < 0 || row.at_most > kAmountMax)
            return "a refund row keeps more than the price, or a bad amount";
    const auto nearer = [](const RefundRow& left, const RefundRow& right) {
        return left.days_before <= right.days_before;
    };
    if (std::ranges::adjacent_find(policy.rows, nearer) != policy.rows.end())
        return "refund rows go from most days before the performance to fewest";
    return std::nullopt;
}

std::int32_t days_before(Instant performance, Instant now, const ZoneOffset& zone) {
    return static_cast<std::int32_t>((local_day(performance, zone) - local_day(now, zone)).count());
}

std::optional<RefundQuote> quote_refund(const RefundPolicy& policy, const Refundable& what,
                                        const RefundCase& refund) {
    RefundQuote quote = everything(what);
    if (all_back(policy, refund)) return quote;
    const RefundRow* const row = row_for(policy, refund.days_before);
    if (row == nullptr) return std::nullopt;
    for (const QuoteLine& line : what.lines) {
        const SeatIndex seat = line.chosen.seat;
        const std::int64_t kept = share_of(line.price, row->permille);
        const std::int64_t most = row->at_most == 0 ? kept : std::min(kept, row->at_most);
        deduct(quote, {DeductionKind::kCancellation, seat, most});
        deduct(quote, {DeductionKind::kSeatFees, seat, line.fees});
    }
    deduct(quote, {DeductionKind::kOrderFees, std::nullopt, what.order_fees});
    return quote;
}

}  // namespace onsale::payment
