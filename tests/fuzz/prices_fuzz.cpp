// Parses arbitrary text as prices, refunds and paying rules. Accepted terms must be usable for a
// sale, survive a round trip, and quote no negative price.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <boost/json/parse.hpp>

#include "base/assert.hpp"
#include "payment/codec/terms_json.hpp"

namespace {

using namespace onsale;
using namespace onsale::payment;

void quote_each(const PriceList& prices) {
    for (std::size_t grade = 0; grade < prices.grades.size(); ++grade)
        for (std::size_t type = 0; type < prices.grades[grade].types.size(); ++type) {
            const ChosenSeat seat{.seat = {},
                                  .fence = {},
                                  .grade = {static_cast<std::uint16_t>(grade)},
                                  .type = {static_cast<std::uint16_t>(type)}};
            const auto quoted = quote(prices, {&seat, 1});
            if (!quoted) continue;
            ONSALE_ASSERT(quoted->total.amount >= 0);
            ONSALE_ASSERT(discount(prices.grades[grade], quoted->lines.front().price) >= 0);
        }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    boost::json::error_code error;
    const auto json = boost::json::parse({reinterpret_cast<const char*>(data), size}, error);
    if (error) return 0;
    const auto terms = terms_from_json(json);
    if (!terms) {
        ONSALE_ASSERT(!terms.error().message.empty());
        return 0;
    }
    ONSALE_ASSERT(!problem_of(terms->prices));
    ONSALE_ASSERT(terms_from_json(to_json(*terms)).value() == *terms);
    quote_each(terms->prices);
    return 0;
}
