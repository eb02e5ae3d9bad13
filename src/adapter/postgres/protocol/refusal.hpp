#pragma once

#include <type_traits>
#include <utility>

#include "adapter/postgres/protocol/call_error.hpp"
#include "base/error_in.hpp"
#include "base/result.hpp"

namespace onsale::postgres {

// The outcome of a command whose transaction has failed: kUnavailable or kOutcomeUnknown, which
// every outcome of a port can tell.
template <class Outcome>
Outcome refused(const CallError& error) {
    using Error = ErrorIn<typename Outcome::error_type>::type;
    const Error outcome =
        error.outcome == CallOutcome::kUnavailable ? Error::kUnavailable : Error::kOutcomeUnknown;
    typename Outcome::error_type refusal{};
    if constexpr (std::is_enum_v<decltype(refusal)>)
        refusal = outcome;
    else
        refusal.error = outcome;
    return fail(std::move(refusal));
}

}  // namespace onsale::postgres
