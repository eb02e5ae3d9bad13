#pragma once

#include <string_view>

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include "base/result.hpp"
#include "payment/codec/terms_problem.hpp"
#include "payment/domain/terms.hpp"

namespace onsale::payment {

// What an event sells by, as JSON: docs/format/prices.md. Amounts are whole numbers of the
// currency's smallest unit, durations texts ("24h").
boost::json::object to_json(const Terms& terms);

// Terms that SetTerms accepts, or the first thing that is wrong with them: a missing or unknown
// member, a wrong type, a number outside its limits, a name used twice, or what problem_of() finds.
Result<Terms, TermsProblem> terms_from_json(const boost::json::value& value);
// The same from text, refused when it is larger or deeper than terms can be.
Result<Terms, TermsProblem> terms_from_text(std::string_view text);

}  // namespace onsale::payment
