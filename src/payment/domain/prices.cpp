#include "payment/domain/prices.hpp"

#include <algorithm>
#include <set>

namespace onsale::payment {
namespace {

bool is_amount(std::int64_t amount) {
    return amount >= 0 && amount <= kAmountMax;
}

std::int64_t fees_per(const PriceList& prices, FeePer per) {
    std::int64_t sum = 0;
    for (const Fee& fee : prices.fees)
        if (fee.per == per) sum += fee.amount;
    return sum;
}

const PriceType* find(const PriceList& prices, GradeIndex grade, PriceTypeIndex type) {
    if (grade.value >= prices.grades.size()) return nullptr;
    const auto& types = prices.grades[grade.value].types;
    return type.value < types.size() ? &types[type.value] : nullptr;
}

std::optional<std::string> problem_of(const GradePrices& grade) {
    if (grade.grade.empty()) return "a grade needs a name";
    if (grade.types.empty()) return "grade " + grade.grade + " needs at least one price";
    if (grade.types.size() > kPriceTypesMax) return "grade " + grade.grade + " has too many prices";
    for (const PriceType& type : grade.types)
        if (type.name.empty() || !is_amount(type.amount))
            return "grade " + grade.grade + " has a price without a name or with a bad amount";
    return std::nullopt;
}

}  // namespace

std::int64_t discount(const GradePrices& grade, std::int64_t price) {
    std::int64_t full = price;
    for (const PriceType& type : grade.types)
        full = std::max(full, type.amount);
    return full - price;
}

std::optional<std::string> problem_of(const PriceList& prices) {
    if (!parse_currency(prices.currency.text())) return "the currency is not three capital letters";
    if (prices.grades.empty()) return "at least one grade is needed";
    if (prices.grades.size() > kGradesMax) return "too many grades";
    if (prices.fees.size() > kFeesMax) return "too many fees";
    for (const GradePrices& grade : prices.grades)
        if (auto problem = problem_of(grade)) return problem;
    for (const Fee& fee : prices.fees)
        if (fee.name.empty() || !is_amount(fee.amount)) return "a fee has no name or a bad amount";
    return std::nullopt;
}

Result<Quote, QuoteError> quote(const PriceList& prices, std::span<const ChosenSeat> chosen) {
    if (chosen.empty()) return fail(QuoteError::kNoLines);
    if (chosen.size() > kLinesMax) return fail(QuoteError::kTooManyLines);
    Quote quote;
    quote.order_fees = fees_per(prices, FeePer::kOrder);
    quote.total = {quote.order_fees, prices.currency};
    const std::int64_t seat_fees = fees_per(prices, FeePer::kSeat);
    std::set<SeatIndex> seats;
    for (const ChosenSeat& seat : chosen) {
        const PriceType* const type = find(prices, seat.grade, seat.type);
        if (type == nullptr) return fail(QuoteError::kUnknownPrice);
        if (!seats.insert(seat.seat).second) return fail(QuoteError::kSameSeatTwice);
        quote.lines.push_back({seat, type->amount, seat_fees});
        quote.total.amount += type->amount + seat_fees;
    }
    return quote;
}

Result<Money, QuoteError> first_shown(const PriceList& prices, GradeIndex grade,
                                      PriceTypeIndex type) {
    const ChosenSeat alone{{}, {}, grade, type};
    const auto quoted = quote(prices, {&alone, 1});
    if (!quoted) return fail(quoted.error());
    return quoted->total;
}

}  // namespace onsale::payment
