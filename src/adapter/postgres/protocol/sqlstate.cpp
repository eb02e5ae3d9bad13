#include "adapter/postgres/protocol/sqlstate.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace onsale::postgres {
namespace {

struct StateRow {
    std::string_view prefix;  // A whole SQLSTATE, or its class.
    CallCause cause;
};

// The first row that matches counts.
constexpr auto kStates = std::to_array<StateRow>({
    {"08P01", CallCause::kRefused},  // Too few values for a statement, for example.
    {"08", CallCause::kConnectionLost},
    {"23505", CallCause::kUniqueViolation},
    {"23", CallCause::kConstraint},
    {"25006", CallCause::kReadOnly},
    {"25P03", CallCause::kConnectionLost},  // idle_in_transaction_session_timeout
    {"28", CallCause::kAuthentication},
    {"3D000", CallCause::kSchema},
    {"3F000", CallCause::kSchema},
    {"40", CallCause::kConflict},
    {"42501", CallCause::kPermission},
    {"42P01", CallCause::kSchema},
    {"42703", CallCause::kSchema},
    {"42883", CallCause::kSchema},
    {"42704", CallCause::kSchema},
    {"53100", CallCause::kDiskFull},
    {"53300", CallCause::kTooManyConnections},
    {"55P03", CallCause::kLockTimeout},
    {"57014", CallCause::kCancelled},
    {"57P", CallCause::kConnectionLost},
});

constexpr std::size_t kStateSize = 5;

bool is_state(std::string_view text) {
    return text.size() == kStateSize && std::ranges::all_of(text, [](unsigned char c) {
               return std::isdigit(c) != 0 || std::isupper(c) != 0;
           });
}

// "FATAL:  28P01: password ..."; the first word depends on the language of the server.
std::string_view state_in(std::string_view message) {
    constexpr std::string_view kBefore = ":  ";
    for (auto at = message.find(kBefore); at != message.npos; at = message.find(kBefore, at + 1)) {
        const auto state = message.substr(at + kBefore.size(), kStateSize);
        const auto after =
            message.substr(std::min(message.size(), at + kBefore.size() + kStateSize));
        if (is_state(state) && after.starts_with(": ")) return state;
    }
    return {};
}

}  // namespace

CallCause cause_of(std::string_view sqlstate) {
    const auto row = std::ranges::find_if(
        kStates, [&](const StateRow& state) { return sqlstate.starts_with(state.prefix); });
    return row == kStates.end() ? CallCause::kRefused : row->cause;
}

bool is_worth_waiting(CallCause refusal) {
    return refusal != CallCause::kAuthentication && refusal != CallCause::kSchema &&
           refusal != CallCause::kPermission;
}

CallError connect_error(std::string_view libpq_message) {
    const std::string_view state = state_in(libpq_message);
    const CallCause cause = cause_of(state);
    const std::string_view first_line = libpq_message.substr(0, libpq_message.find('\n'));
    const bool tells = !is_worth_waiting(cause) || cause == CallCause::kTooManyConnections;
    CallError error =
        CallError::unavailable(tells ? cause : CallCause::kNotConnected, std::string{first_line});
    error.sqlstate = state;
    return error;
}

}  // namespace onsale::postgres
