#include "adapter/http/admin_preflight_sale.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>

#include "adapter/http/finding_words.hpp"

namespace onsale::http {
namespace {

using sale::SaleView;
using waiting_room::EventId;

// A thousand sections may be stopped; after so many names nobody reads on.
constexpr std::size_t kNamesShown = 20;

std::string first_names(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kNamesShown); ++i)
        text += (i == 0 ? "" : ", ") + names[i];
    return names.size() > kNamesShown ? text + ", ..." : text;
}

// Null if every grade of the hall has a price. Prices are held against the halls that there are
// when they are set; a hall that is opened later may have other grades.
const std::string* grade_without_price(const sale::HallView& hall,
                                       const payment::PriceList& prices) {
    for (const seat::Grade& grade : hall.plan().grades) {
        const auto is_its_price = [&](const payment::GradePrices& one) {
            return one.grade == grade.id && !one.types.empty();
        };
        if (std::ranges::none_of(prices.grades, is_its_price)) return &grade.id;
    }
    return nullptr;
}

PreflightCheck check_prices(const SaleView& sale, EventId event) {
    const payment::Terms* const terms = sale.terms(event);
    if (terms == nullptr) return {"prices", false, preflight_finding("prices_none")};
    for (const auto& [id, hall] : sale) {
        if (hall->event() != event) continue;
        if (const std::string* const grade = grade_without_price(*hall, terms->prices))
            return {"prices", false,
                    preflight_finding("price_missing",
                                      {{"grade", *grade}, {"performance", hall->performance()}})};
    }
    return {"prices", true, preflight_finding("prices_set")};
}

PreflightCheck check_free_seats(const SaleView& sale, EventId event) {
    const seat::StateCounts counts = sale.counts(event);
    const std::uint32_t free = counts[seat::SeatState::kFree];
    const std::uint32_t blocked = counts[seat::SeatState::kBlocked];
    if (free == 0)
        return {"seats", true, preflight_finding("seats_none_free", {{"blocked", blocked}})};
    return {"seats", true, preflight_finding("seats_free", {{"free", free}, {"blocked", blocked}})};
}

PreflightCheck providers_warning(const sale::SaleLevers& levers,
                                 const sale::ProviderNames& providers) {
    std::vector<std::string> names;
    std::ranges::transform(levers.providers_stopped, std::back_inserter(names), providers.name_of);
    return {"providers", true,
            preflight_finding("providers_stopped", {{"providers", first_names(names)}})};
}

// A line for each kind of lever that stops something.
std::vector<PreflightCheck> check_sale_levers(const sale::SaleLevers& levers,
                                              const sale::ProviderNames& providers) {
    std::vector<PreflightCheck> stops;
    if (levers.holds_stopped) stops.push_back({"holds", true, preflight_finding("holds_stopped")});
    if (!levers.sections_stopped.empty())
        stops.push_back({"sections", true,
                         preflight_finding("sections_stopped",
                                           {{"sections", first_names(levers.sections_stopped)}})});
    if (!levers.providers_stopped.empty()) stops.push_back(providers_warning(levers, providers));
    if (stops.empty()) stops.push_back({"sale", true, preflight_finding("sale_runs")});
    return stops;
}

}  // namespace

std::vector<PreflightCheck> check_sale(const SaleView& sale, EventId event,
                                       const sale::ProviderNames& providers) {
    if (!sale.has_halls(event)) return {{"sale", true, preflight_finding("sale_elsewhere")}};
    std::vector<PreflightCheck> checks = check_sale_levers(sale.levers(event), providers);
    checks.insert(checks.begin(), {check_prices(sale, event), check_free_seats(sale, event)});
    return checks;
}

}  // namespace onsale::http
