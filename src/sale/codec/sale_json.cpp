#include "sale/codec/sale_json.hpp"

#include <algorithm>
#include <utility>

#include <boost/json/array.hpp>

#include "base/time_text.hpp"
#include "sale/codec/patch_reader.hpp"

namespace onsale::sale {
namespace {

namespace json = boost::json;

// The limits of seat::HallRules.
constexpr Duration kShortest{1};
constexpr Duration kDay = std::chrono::hours{24};
constexpr Range<std::uint32_t> kHoldSizes{1, seat::kSeatsPerHoldMax};
constexpr Range<std::uint32_t> kAccessibleSizes{0, seat::kSeatsPerHoldMax};
constexpr Range<std::uint32_t> kGuestLimits{0, kSeatsPerGuestMax};

json::array names_of(const std::vector<std::string>& names) {
    json::array list;
    for (const std::string& name : names)
        list.emplace_back(name);
    return list;
}

json::array names_of(const std::vector<payment::ProviderId>& stopped,
                     const ProviderNames& providers) {
    json::array names;
    for (const payment::ProviderId provider : stopped)
        names.emplace_back(providers.name_of(provider));
    return names;
}

template <class Name>
void put_on(std::vector<Name>& list, const Name& name) {
    if (std::ranges::find(list, name) == list.end()) list.push_back(name);
}

void read_sections(PatchReader& reader, SaleLevers& levers) {
    std::optional<std::vector<std::string>> names;
    reader.read("sectionsStopped", names, kStoppedMax);
    if (names) levers.sections_stopped = std::move(*names);
    if (const auto section = reader.text("stopSection", kSaleMessageMax))
        put_on(levers.sections_stopped, *section);
    if (const auto section = reader.text("startSection", kSaleMessageMax))
        std::erase(levers.sections_stopped, *section);
}

void read_providers(PatchReader& reader, SaleLevers& levers, const ProviderNames& providers) {
    const auto known = [&](std::string_view field, const std::optional<std::string>& name) {
        const auto provider = name ? providers.find(*name) : std::nullopt;
        if (name && !provider) reader.refuse_unfit(field, "is no payment provider of this server");
        return provider;
    };
    std::optional<std::vector<std::string>> names;
    reader.read("providersStopped", names, kStoppedMax);
    if (names) levers.providers_stopped.clear();
    for (const std::string& name : names.value_or(std::vector<std::string>{}))
        if (const auto provider = known("providersStopped", name))
            put_on(levers.providers_stopped, *provider);
    if (const auto stop = known("stopProvider", reader.text("stopProvider", kSaleMessageMax)))
        put_on(levers.providers_stopped, *stop);
    if (const auto start = known("startProvider", reader.text("startProvider", kSaleMessageMax)))
        std::erase(levers.providers_stopped, *start);
}

}  // namespace

json::object to_json(const SaleSettings& settings) {
    return {{"seatsPerGuest", settings.seats_per_guest},
            {"seatsPerPerformance", settings.seats_per_performance},
            {"morePurchases", settings.more_purchases},
            {"returns", to_word(settings.returns)},
            {"returnWindow", format_duration(settings.return_window)},
            {"leftShown", to_word(settings.left_shown)},
            {"publicMap", settings.public_map},
            {"admission", to_word(settings.admission)}};
}

json::object to_json(const SaleLevers& levers, const ProviderNames& providers) {
    return {{"holdsStopped", levers.holds_stopped},
            {"sectionsStopped", names_of(levers.sections_stopped)},
            {"providersStopped", names_of(levers.providers_stopped, providers)},
            {"messageHolding", levers.message_holding},
            {"messagePaid", levers.message_paid}};
}

json::object to_json(const seat::HallRules& rules) {
    return {{"holdTtl", format_duration(rules.hold_ttl)},
            {"seatsPerHold", rules.seats_per_hold},
            {"accessiblePerHold", rules.accessible_per_hold},
            {"retakeAfter", format_duration(rules.retake_after)},
            {"returnDelayMax", format_duration(rules.return_delay_max)}};
}

Result<SaleSettings, SaleProblem> settings_from_json(const json::value& patch,
                                                     const SaleSettings& base) {
    SaleSettings settings = base;
    PatchReader reader{patch};
    reader.read("seatsPerGuest", settings.seats_per_guest, kGuestLimits);
    reader.read("seatsPerPerformance", settings.seats_per_performance, kGuestLimits);
    reader.read("morePurchases", settings.more_purchases);
    reader.read_word("returns", settings.returns);
    reader.read("returnWindow", settings.return_window, {Duration{0}, kReturnWindowMax});
    reader.read_word("leftShown", settings.left_shown);
    reader.read("publicMap", settings.public_map);
    reader.read_word("admission", settings.admission);
    if (auto problem = reader.problem()) return fail(std::move(*problem));
    return settings;
}

Result<SaleLevers, SaleProblem> levers_from_json(const json::value& patch, const SaleLevers& base,
                                                 const ProviderNames& providers) {
    SaleLevers levers = base;
    PatchReader reader{patch};
    reader.read("holdsStopped", levers.holds_stopped);
    read_sections(reader, levers);
    read_providers(reader, levers, providers);
    reader.read("messageHolding", levers.message_holding, kSaleMessageMax);
    reader.read("messagePaid", levers.message_paid, kSaleMessageMax);
    if (auto problem = reader.problem()) return fail(std::move(*problem));
    return levers;
}

Result<seat::HallRules, SaleProblem> hall_rules_from_json(const json::value& patch,
                                                          const seat::HallRules& base) {
    seat::HallRules rules = base;
    PatchReader reader{patch};
    reader.read("holdTtl", rules.hold_ttl, {kShortest, kDay});
    reader.read("seatsPerHold", rules.seats_per_hold, kHoldSizes);
    reader.read("accessiblePerHold", rules.accessible_per_hold, kAccessibleSizes);
    reader.read("retakeAfter", rules.retake_after, {Duration{0}, kDay});
    reader.read("returnDelayMax", rules.return_delay_max, {Duration{0}, kDay});
    if (auto problem = reader.problem()) return fail(std::move(*problem));
    return rules;
}

}  // namespace onsale::sale
