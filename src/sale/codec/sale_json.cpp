#include "sale/codec/sale_json.hpp"

#include <algorithm>
#include <utility>

#include <boost/json/array.hpp>

#include "base/time_text.hpp"
#include "codec/object_reader.hpp"
#include "sale/domain/words.hpp"

namespace onsale::sale {
namespace {

namespace json = boost::json;

// The limits of seat::HallRules.
constexpr Duration kShortest{1};
constexpr Duration kDay = std::chrono::hours{24};
constexpr codec::NumberRange kHoldSizes{1, seat::kSeatsPerHoldMax};
constexpr codec::NumberRange kAccessibleSizes{0, seat::kSeatsPerHoldMax};
constexpr codec::NumberRange kGuestLimits{0, kSeatsPerGuestMax};

constexpr codec::Dialect kPatch{.unknown = "is not a field of this call",
                                .duration = R"(must be a duration from {} to {}, like "10m")"};
constexpr codec::AtMost kMessage{kSaleMessageMax};
constexpr codec::AtMost kStopped{kStoppedMax};
using Names = std::vector<std::string>;

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

void read_sections(codec::ObjectReader& reader, SaleLevers& levers) {
    reader.field("sectionsStopped", levers.sections_stopped, kStopped);
    if (const auto section = reader.get<std::string>("stopSection", kMessage))
        put_on(levers.sections_stopped, *section);
    if (const auto section = reader.get<std::string>("startSection", kMessage))
        std::erase(levers.sections_stopped, *section);
}

void read_providers(codec::ObjectReader& reader, SaleLevers& levers,
                    const ProviderNames& providers) {
    const auto known = [&](std::string_view field, const std::optional<std::string>& name) {
        const auto provider = name ? providers.find(*name) : std::nullopt;
        if (name && !provider) reader.refuse_unfit(field, "is no payment provider of this server");
        return provider;
    };
    const auto names = reader.get<Names>("providersStopped", kStopped);
    if (names) levers.providers_stopped.clear();
    for (const std::string& name : names.value_or(Names{}))
        if (const auto provider = known("providersStopped", name))
            put_on(levers.providers_stopped, *provider);
    if (const auto stop = known("stopProvider", reader.get<std::string>("stopProvider", kMessage)))
        put_on(levers.providers_stopped, *stop);
    if (const auto start =
            known("startProvider", reader.get<std::string>("startProvider", kMessage)))
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
    codec::ObjectReader reader{patch, kPatch};
    reader.field("seatsPerGuest", settings.seats_per_guest, kGuestLimits);
    reader.field("seatsPerPerformance", settings.seats_per_performance, kGuestLimits);
    reader.field("morePurchases", settings.more_purchases);
    reader.field("returns", settings.returns);
    reader.field("returnWindow", settings.return_window,
                 codec::DurationRange{Duration{0}, kReturnWindowMax});
    reader.field("leftShown", settings.left_shown);
    reader.field("publicMap", settings.public_map);
    reader.field("admission", settings.admission);
    if (auto problem = reader.problem()) return fail(std::move(*problem));
    return settings;
}

Result<SaleLevers, SaleProblem> levers_from_json(const json::value& patch, const SaleLevers& base,
                                                 const ProviderNames& providers) {
    SaleLevers levers = base;
    codec::ObjectReader reader{patch, kPatch};
    reader.field("holdsStopped", levers.holds_stopped);
    read_sections(reader, levers);
    read_providers(reader, levers, providers);
    reader.field("messageHolding", levers.message_holding, kMessage);
    reader.field("messagePaid", levers.message_paid, kMessage);
    if (auto problem = reader.problem()) return fail(std::move(*problem));
    return levers;
}

Result<seat::HallRules, SaleProblem> hall_rules_from_json(const json::value& patch,
                                                          const seat::HallRules& base) {
    seat::HallRules rules = base;
    codec::ObjectReader reader{patch, kPatch};
    reader.field("holdTtl", rules.hold_ttl, codec::DurationRange{kShortest, kDay});
    reader.field("seatsPerHold", rules.seats_per_hold, kHoldSizes);
    reader.field("accessiblePerHold", rules.accessible_per_hold, kAccessibleSizes);
    reader.field("retakeAfter", rules.retake_after, codec::DurationRange{Duration{0}, kDay});
    reader.field("returnDelayMax", rules.return_delay_max, codec::DurationRange{Duration{0}, kDay});
    if (auto problem = reader.problem()) return fail(std::move(*problem));
    return rules;
}

}  // namespace onsale::sale
