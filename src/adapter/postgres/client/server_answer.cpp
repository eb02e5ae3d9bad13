#include "adapter/postgres/client/server_answer.hpp"

#include "adapter/postgres/protocol/sqlstate.hpp"

namespace onsale::postgres {
namespace {

using Kind = ServerAnswer::Kind;

std::string field(const PGresult& result, int code) {
    const char* const text = PQresultErrorField(&result, code);
    return text == nullptr ? "" : text;
}

std::string first_line(std::string_view text) {
    return std::string{text.substr(0, text.find('\n'))};
}

// In the language of the protocol, whatever language the server speaks.
std::string severity_of(const PGresult& result) {
    return field(result, PG_DIAG_SEVERITY_NONLOCALIZED);
}

ServerAnswer refusal(const PGresult& result) {
    const std::string state = field(result, PG_DIAG_SQLSTATE);
    // Without a state the error is libpq's own: the connection is lost.
    if (state.empty())
        return {.kind = Kind::kLost,
                .error = CallError::unavailable(CallCause::kConnectionLost,
                                                first_line(PQresultErrorMessage(&result)))};
    CallError error = CallError::unavailable(cause_of(state), words_of(result));
    error.sqlstate = state;
    error.constraint = field(result, PG_DIAG_CONSTRAINT_NAME);
    return {.kind = severity_of(result) == "ERROR" ? Kind::kError : Kind::kFatal,
            .error = std::move(error)};
}

}  // namespace

std::string words_of(const PGresult& result) {
    return field(result, PG_DIAG_MESSAGE_PRIMARY);
}

bool is_warning(const PGresult& notice) {
    return severity_of(notice) == "WARNING";
}

bool is_farewell(const PGresult& notice) {
    const std::string severity = severity_of(notice);
    return severity == "FATAL" || severity == "PANIC";
}

ServerAnswer answer_of(ResultHandle result) {
    if (!result) return {.kind = Kind::kStepEnd};
    switch (PQresultStatus(result.get())) {
        case PGRES_COMMAND_OK:
        case PGRES_TUPLES_OK: {
            std::string tag = PQcmdStatus(result.get());
            return {.kind = Kind::kDone,
                    .rows = Rows{std::shared_ptr<const PGresult>{std::move(result)}},
                    .tag = std::move(tag)};
        }
        case PGRES_FATAL_ERROR:
            return refusal(*result);
        case PGRES_PIPELINE_ABORTED:
            return {.kind = Kind::kSkipped};
        case PGRES_PIPELINE_SYNC:
            return {.kind = Kind::kRoundEnd};
        default:  // libpq's other states belong to COPY and to single rows.
            return {.kind = Kind::kOther};
    }
}

}  // namespace onsale::postgres
