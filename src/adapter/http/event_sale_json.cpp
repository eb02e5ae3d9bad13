#include "adapter/http/event_sale_json.hpp"

#include <boost/json/array.hpp>

#include "adapter/http/seat_news.hpp"
#include "payment/codec/words.hpp"

namespace onsale::http {
namespace {

namespace json = boost::json;
using sale::LeftShown;
using waiting_room::Lifecycle;
using waiting_room::LineView;

// Nothing where the seller shows nothing but "sold out".
void add_left(json::object& to, const seat::StateCounts& counts, LeftShown shown) {
    to["soldOut"] = counts.sold_out();
    if (shown == LeftShown::kNone) return;
    to["seats"] = {{"free", shown_count(counts[seat::SeatState::kFree], shown)},
                   {"mayReturn", shown_count(counts.may_return(), shown)},
                   {"rough", shown == LeftShown::kRough}};
}

json::array types_of(const payment::PriceList& prices, std::size_t grade) {
    json::array types;
    const auto& list = prices.grades[grade].types;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const auto shown = payment::first_shown(prices, {static_cast<std::uint16_t>(grade)},
                                                {static_cast<std::uint16_t>(i)});
        if (!shown) continue;
        types.push_back(
            {{"type", list[i].name}, {"price", shown->amount}, {"withoutFees", list[i].amount}});
    }
    return types;
}

json::object prices_of(const payment::PriceList& prices) {
    json::array grades;
    for (std::size_t i = 0; i < prices.grades.size(); ++i)
        grades.push_back({{"grade", prices.grades[i].grade}, {"types", types_of(prices, i)}});
    json::array fees;
    for (const payment::Fee& fee : prices.fees)
        fees.push_back(
            {{"name", fee.name}, {"per", payment::to_word(fee.per)}, {"amount", fee.amount}});
    return {{"currency", prices.currency.text()},
            {"grades", std::move(grades)},
            {"fees", std::move(fees)}};
}

}  // namespace

void add_sale(json::object& event, const LoopContext& context, waiting_room::EventId id) {
    const LineView& line = *context.view.find(id);
    const sale::SaleView& sale = context.sale;
    const sale::SaleSettings& settings = sale.settings(id);
    if (sale.has_halls(id)) {
        add_left(event, sale.counts(id), settings.left_shown);
        for (json::value& one : event["performances"].as_array()) {
            json::object& performance = one.as_object();
            const std::string key{performance["id"].as_string()};
            if (const sale::HallView* const hall = sale.find(id, key))
                add_left(performance, hall->map().counts(), settings.left_shown);
        }
        // Without an account anybody can come back as somebody else.
        event["limits"] = {{"seatsPerGuest", settings.seats_per_guest},
                           {"seatsPerPerformance", settings.seats_per_performance},
                           {"weak", line.settings().identity == waiting_room::Identity::kVisitor}};
    }
    const bool sells =
        line.lifecycle() == Lifecycle::kOpen || line.lifecycle() == Lifecycle::kPaused;
    if (sells && line.sold_out()) event["status"] = "sold_out";
    if (const payment::Terms* const terms = sale.terms(id))
        event["prices"] = prices_of(terms->prices);
}

}  // namespace onsale::http
