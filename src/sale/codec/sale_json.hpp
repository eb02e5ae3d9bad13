#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include "base/result.hpp"
#include "sale/domain/settings.hpp"
#include "seat/domain/rules.hpp"

namespace onsale::sale {

// What is wrong with something that an operator sent, and where.
struct SaleProblem {
    std::string field;
    std::string message;
    bool unfit = false;  // The form is right, the value cannot be used.

    friend bool operator==(const SaleProblem&, const SaleProblem&) = default;
};

// Payment providers by their names, which only the configuration knows.
struct ProviderNames {
    std::function<std::string(payment::ProviderId)> name_of;
    std::function<std::optional<payment::ProviderId>(std::string_view)> find;
};

// How an event sells, as JSON: camelCase, durations as texts ("10m"), enums by their words
// (words.hpp).
boost::json::object to_json(const SaleSettings& settings);
boost::json::object to_json(const SaleLevers& levers, const ProviderNames& providers);
boost::json::object to_json(const seat::HallRules& rules);

// Each reads a patch over `base`: what is absent stays. An unknown member, a wrong type or a value
// outside its limits is a problem.
Result<SaleSettings, SaleProblem> settings_from_json(const boost::json::value& patch,
                                                     const SaleSettings& base);
// Beside the members of to_json(), which replace a list as a whole, `stopSection`, `startSection`,
// `stopProvider` and `startProvider` put one name on its list or take it off.
Result<SaleLevers, SaleProblem> levers_from_json(const boost::json::value& patch,
                                                 const SaleLevers& base,
                                                 const ProviderNames& providers);
Result<seat::HallRules, SaleProblem> hall_rules_from_json(const boost::json::value& patch,
                                                          const seat::HallRules& base);

}  // namespace onsale::sale
