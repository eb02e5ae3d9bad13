#include "adapter/http/guest/event/event_sale_json.hpp"

#include <algorithm>

#include <boost/json/array.hpp>

#include "adapter/http/api/context/seat_outlook.hpp"
#include "payment/domain/words.hpp"
#include "sale/app/choose_provider.hpp"

namespace onsale::http {
namespace {

namespace json = boost::json;
using sale::LeftShown;
using waiting_room::Lifecycle;
using waiting_room::LineView;

// Adds only "soldOut" when the seller hides the counts.
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
        fees.push_back({{"name", fee.name}, {"per", to_word(fee.per)}, {"amount", fee.amount}});
    return {{"currency", prices.currency.text()},
            {"grades", std::move(grades)},
            {"fees", std::move(fees)}};
}

json::object refunds_of(const payment::RefundPolicy& policy) {
    json::array rows;
    for (const payment::RefundRow& row : policy.rows) {
        json::object shown{{"daysBefore", row.days_before}, {"keepPermille", row.permille}};
        if (row.at_most > 0) shown["atMost"] = row.at_most;
        rows.push_back(std::move(shown));
    }
    // Rounded down to whole hours, so that guests are never promised more than is kept.
    const auto hours = std::chrono::floor<std::chrono::hours>(policy.free_within);
    return {{"rows", std::move(rows)},
            {"freeWithinHours", hours.count()},
            {"freeUntilDays", policy.free_until_days}};
}

// The payment methods that guests can use now, with their names.
void add_providers(json::object& event, const LoopContext& context, waiting_room::EventId id) {
    const auto& stopped = context.sale.levers(id).providers_stopped;
    json::array open;
    json::object names;
    for (const Provider& provider : context.providers) {
        if (!sale::may_pay_with(provider, context.view.find(id)->settings()) ||
            std::ranges::find(stopped, provider.id) != stopped.end())
            continue;
        open.emplace_back(provider.word);
        names[provider.word] = {{"en", provider.name.english}, {"ko", provider.name.korean}};
    }
    event["providers"] = std::move(open);
    event["providerNames"] = std::move(names);
}

// The information that a buyer must have before agreeing: prices, refund deductions, payment
// methods and the seller.
void add_terms(json::object& event, const LoopContext& context, waiting_room::EventId id) {
    const payment::Terms* const terms = context.sale.terms(id);
    if (terms == nullptr) return;
    event["prices"] = prices_of(terms->prices);
    event["refunds"] = refunds_of(terms->refunds);
    add_providers(event, context, id);
    const Seller& seller = context.seller;
    if (!seller.name.empty())
        event["seller"] = {{"name", seller.name}, {"contact", seller.contact}};
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
            const sale::HallView* const hall = sale.find(id, key);
            if (hall == nullptr) continue;
            performance["seatsPerHold"] = hall->rules().seats_per_hold;
            add_left(performance, hall->map().counts(), settings.left_shown);
        }
        // Without an account a visitor can return as another guest, so the limits are weak.
        event["limits"] = {{"seatsPerGuest", settings.seats_per_guest},
                           {"seatsPerPerformance", settings.seats_per_performance},
                           {"weak", line.settings().identity == waiting_room::Identity::kVisitor}};
    }
    const bool sells =
        line.lifecycle() == Lifecycle::kOpen || line.lifecycle() == Lifecycle::kPaused;
    if (sells && line.sold_out()) event["status"] = "sold_out";
    add_terms(event, context, id);
}

}  // namespace onsale::http
