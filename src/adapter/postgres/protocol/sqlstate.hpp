#pragma once

#include <string>
#include <string_view>

#include "adapter/postgres/protocol/call_error.hpp"

namespace onsale::postgres {

// SQLSTATEs that need more than a cause.
inline constexpr std::string_view kStatementMissing = "26000";
inline constexpr std::string_view kPlanOutdated = "0A000";

// The cause of an error that the server reported with this SQLSTATE.
CallCause cause_of(std::string_view sqlstate);

// False: the server refuses the connection for a reason that stays until somebody changes it.
bool is_worth_waiting(CallCause refusal);

// The error of a connection that could not be opened. libpq reports these as text only. In verbose
// form the text contains the SQLSTATE: "... FATAL:  28P01: password authentication failed".
CallError connect_error(std::string_view libpq_message);

}  // namespace onsale::postgres
