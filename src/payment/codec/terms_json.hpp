#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include "base/result.hpp"
#include "codec/problem.hpp"
#include "payment/domain/terms.hpp"

namespace onsale::payment {

using TermsProblem = codec::Problem;

// The terms of an event as JSON: docs/format/prices.md. Amounts are whole numbers of the currency's
// smallest unit; durations are texts ("24h").
boost::json::object to_json(const Terms& terms);

// Returns terms that SetTerms accepts, or the first problem: a missing or unknown member, a wrong
// type, a number outside its limits, a repeated name, or a problem found by problem_of().
Result<Terms, TermsProblem> terms_from_json(const boost::json::value& value);

}  // namespace onsale::payment
