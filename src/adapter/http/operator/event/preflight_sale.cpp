#include "adapter/http/operator/event/preflight_sale.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>

#include "operate/domain/message_codes.hpp"
#include "payment/domain/currencies.hpp"
#include "sale/app/choose_provider.hpp"

namespace onsale::http {
namespace {

using operate::preflight_message;
using operate::PreflightCheck;
using sale::SaleView;
using waiting_room::EventId;

// Maximum number of names in a text. A thousand sections may be stopped.
constexpr std::size_t kNamesShown = 20;

std::string first_names(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kNamesShown); ++i)
        text += (i == 0 ? "" : ", ") + names[i];
    return names.size() > kNamesShown ? text + ", ..." : text;
}

// The event's halls whose performances it does not have. Earlier versions let an edit remove them.
std::vector<std::string> halls_without_performance(const Offer& offer) {
    std::vector<std::string> left_over;
    const auto& known = offer.settings.performances;
    for (const auto& [id, hall] : offer.sale)
        if (hall->event() == offer.event &&
            std::ranges::find(known, hall->performance(), &waiting_room::Performance::id) ==
                known.end())
            left_over.push_back(hall->performance());
    return left_over;
}

// A performance without a hall shows no seats, so nobody can buy a ticket to it.
PreflightCheck check_halls(const Offer& offer) {
    const std::vector<std::string> left_over = halls_without_performance(offer);
    if (!left_over.empty())
        return {"halls", false,
                preflight_message("halls_left_over", {{"performances", first_names(left_over)}})};
    std::vector<std::string> missing;
    for (const waiting_room::Performance& performance : offer.settings.performances)
        if (offer.sale.find(offer.event, performance.id) == nullptr)
            missing.push_back(performance.id);
    if (missing.empty()) return {"halls", true, preflight_message("halls_set")};
    return {"halls", false,
            preflight_message("halls_missing", {{"performances", first_names(missing)}})};
}

// Without any hall the event may be a waiting room in front of another site, or its halls were
// forgotten. Only an event without performances and prices and with redirectTo is certainly
// intended.
PreflightCheck check_sale_elsewhere(const Offer& offer) {
    const bool sells_here =
        !offer.settings.performances.empty() || offer.sale.terms(offer.event) != nullptr;
    if (sells_here) return {"sale", false, preflight_message("sale_without_hall"), true};
    if (offer.settings.redirect_to.empty())
        return {"sale", false, preflight_message("sale_leads_nowhere"), true};
    return {"sale", true, preflight_message("sale_elsewhere")};
}

// Null if every grade of the hall has a price. Prices are checked against the existing halls when
// they are set. A hall that is opened later may have other grades.
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
    if (terms == nullptr) return {"prices", false, preflight_message("prices_none")};
    // Earlier versions took any three letters.
    if (!payment::decimals_of(terms->prices.currency))
        return {
            "prices", false,
            preflight_message("currency_unknown", {{"currency", terms->prices.currency.text()}})};
    for (const auto& [id, hall] : sale) {
        if (hall->event() != event) continue;
        if (const std::string* const grade = grade_without_price(*hall, terms->prices))
            return {"prices", false,
                    preflight_message("price_missing",
                                      {{"grade", *grade}, {"performance", hall->performance()}})};
    }
    return {"prices", true, preflight_message("prices_set")};
}

PreflightCheck check_free_seats(const SaleView& sale, EventId event) {
    const seat::StateCounts counts = sale.counts(event);
    const std::uint32_t free = counts[seat::SeatState::kFree];
    const std::uint32_t blocked = counts[seat::SeatState::kBlocked];
    if (free == 0)
        return {"seats", false, preflight_message("seats_none_free", {{"blocked", blocked}}), true};
    return {"seats", true, preflight_message("seats_free", {{"free", free}, {"blocked", blocked}})};
}

// If all providers are stopped, nobody can pay. This fails even if it is intended.
PreflightCheck check_providers(const Offer& offer) {
    const auto& levers = offer.sale.levers(offer.event).providers_stopped;
    std::vector<std::string> open;
    std::vector<std::string> stopped;
    for (const Provider& provider : offer.providers) {
        if (!sale::may_pay_with(provider, offer.settings)) continue;
        const bool is_stopped = std::ranges::find(levers, provider.id) != levers.end();
        (is_stopped ? stopped : open).push_back(provider.word);
    }
    if (!stopped.empty())
        return {"providers", false,
                preflight_message("providers_stopped", {{"providers", first_names(stopped)}}),
                !open.empty()};
    if (open.empty()) return {"providers", false, preflight_message("no_way_to_pay")};
    return {"providers", true,
            preflight_message("providers_ready", {{"providers", first_names(open)}})};
}

PreflightCheck check_seller(const Seller& seller, bool demo) {
    if (!seller.name.empty())
        return {"seller", true, preflight_message("seller_named", {{"seller", seller.name}})};
    if (demo) return {"seller", true, preflight_message("demo_exempt")};
    return {"seller", false, preflight_message("seller_missing")};
}

PreflightCheck check_tickets(const sale::SaleSettings& sale,
                             const waiting_room::EventSettings& event) {
    if (sale.seats_per_guest > 0 || sale.seats_per_performance > 0)
        return {
            "tickets", true,
            preflight_message("tickets_limited", {{"perEvent", sale.seats_per_guest},
                                                  {"perPerformance", sale.seats_per_performance}})};
    if (event.demo) return {"tickets", true, preflight_message("demo_exempt")};
    // A phase's limit applies only during the phase, but its guests may stay admitted afterwards.
    const auto limited = [](const auto& phase) { return phase.seats_per_guest > 0; };
    if (!event.phases.empty() && std::ranges::all_of(event.phases, limited))
        return {"tickets", false, preflight_message("tickets_limited_by_phases"), true};
    return {"tickets", false, preflight_message("tickets_unlimited")};
}

// One check for each kind of lever that stops something.
std::vector<PreflightCheck> check_sale_levers(const sale::SaleLevers& levers) {
    std::vector<PreflightCheck> stops;
    if (levers.holds_stopped)
        stops.push_back({"holds", false, preflight_message("holds_stopped"), true});
    if (!levers.sections_stopped.empty())
        stops.push_back({"sections", false,
                         preflight_message("sections_stopped",
                                           {{"sections", first_names(levers.sections_stopped)}}),
                         true});
    if (stops.empty()) stops.push_back({"sale", true, preflight_message("sale_runs")});
    return stops;
}

}  // namespace

std::vector<PreflightCheck> check_sale(const Offer& offer) {
    const auto& [event, settings, sale, providers, seller] = offer;
    if (!sale.has_halls(event)) return {check_sale_elsewhere(offer)};
    std::vector<PreflightCheck> checks{check_halls(offer),
                                       check_prices(sale, event),
                                       check_free_seats(sale, event),
                                       check_providers(offer),
                                       check_seller(seller, settings.demo),
                                       check_tickets(sale.settings(event), settings)};
    std::ranges::move(check_sale_levers(sale.levers(event)), std::back_inserter(checks));
    return checks;
}

}  // namespace onsale::http
