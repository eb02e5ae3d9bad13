#include "payment/codec/quote_json.hpp"

#include <utility>

#include <boost/json/array.hpp>

#include "base/assert.hpp"
#include "payment/domain/words.hpp"

namespace onsale::payment {
namespace {

namespace json = boost::json;

json::object to_json(const QuoteLine& line, const PriceList& prices, const SeatName& seat_name) {
    const auto [seat, fence, grade, type] = line.chosen;
    ONSALE_ASSERT(grade.value < prices.grades.size());
    const GradePrices& priced = prices.grades[grade.value];
    ONSALE_ASSERT(type.value < priced.types.size());
    return {{"seat", seat_name(seat)},
            {"grade", priced.grade},
            {"type", priced.types[type.value].name},
            {"price", line.price},
            {"fees", line.fees}};
}

json::object to_json(const Deduction& deduction, const SeatName& seat_name) {
    json::object object{{"kind", to_word(deduction.kind)}};
    if (deduction.seat) object["seat"] = seat_name(*deduction.seat);
    object["amount"] = deduction.amount;
    return object;
}

}  // namespace

json::object to_json(const Quote& quote, const PriceList& prices, const SeatName& seat_name) {
    json::array lines;
    for (const QuoteLine& line : quote.lines)
        lines.push_back(to_json(line, prices, seat_name));
    return {{"lines", std::move(lines)},
            {"orderFees", quote.order_fees},
            {"total", quote.total.amount},
            {"currency", quote.total.currency.text()}};
}

json::object to_json(const RefundQuote& quote, const SeatName& seat_name) {
    json::array seats;
    for (const SeatIndex seat : quote.seats)
        seats.push_back(json::string{seat_name(seat)});
    json::array deductions;
    for (const Deduction& deduction : quote.deductions)
        deductions.push_back(to_json(deduction, seat_name));
    return {{"seats", std::move(seats)},
            {"deductions", std::move(deductions)},
            {"amount", quote.amount.amount},
            {"currency", quote.amount.currency.text()}};
}

}  // namespace onsale::payment
