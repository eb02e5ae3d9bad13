#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include "base/result.hpp"
#include "codec/problem.hpp"
#include "sale/domain/settings.hpp"
#include "seat/domain/rules.hpp"

namespace onsale::sale {

using SaleProblem = codec::Problem;

// Maps payment providers to names, which only the configuration knows.
struct ProviderNames {
    std::function<std::string(payment::ProviderId)> name_of;
    std::function<std::optional<payment::ProviderId>(std::string_view)> find;
};

// The sale settings of an event as JSON: names in camelCase, durations as texts ("10m"), enums as
// their words (words.hpp).
boost::json::object to_json(const SaleSettings& settings);
boost::json::object to_json(const SaleLevers& levers, const ProviderNames& providers);
boost::json::object to_json(const seat::HallRules& rules);

// Each function applies a patch to `base`; absent members stay unchanged. An unknown member, a
// wrong type or a value outside its limits is a problem.
Result<SaleSettings, SaleProblem> settings_from_json(const boost::json::value& patch,
                                                     const SaleSettings& base);
// The members of to_json() replace a list as a whole. In addition, `stopSection`, `startSection`,
// `stopProvider` and `startProvider` add one name to its list or remove it.
Result<SaleLevers, SaleProblem> levers_from_json(const boost::json::value& patch,
                                                 const SaleLevers& base,
                                                 const ProviderNames& providers);
Result<seat::HallRules, SaleProblem> hall_rules_from_json(const boost::json::value& patch,
                                                          const seat::HallRules& base);

}  // namespace onsale::sale
