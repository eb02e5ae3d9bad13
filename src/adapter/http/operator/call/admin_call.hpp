#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <boost/asio/awaitable.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include "adapter/http/api/context/loop_context.hpp"
#include "adapter/http/api/error/api_error.hpp"
#include "adapter/http/transport/message/query.hpp"
#include "base/result.hpp"
#include "operate/port/audit_book.hpp"
#include "operate/port/live_numbers.hpp"
#include "operate/port/server_operations.hpp"

namespace onsale::http {

// One call of an operator after its checks. It keeps no pointers into the request.
struct AdminCall {
    LoopContext& context;
    operate::ServerOperations& server;
    operate::AuditBook& audit;
    const operate::LiveNumbers& live;
    std::array<std::string, 2> path_values;  // The segments that matched the braces.
    boost::json::value body;                 // Null when the route takes no body.
    bool dry_run = false;
    bool local = false;
    QueryValues query{};
    std::string text{};  // The raw body, when the route parses it itself.

    const std::string& key() const { return path_values[0]; }
    const std::string& phase() const { return path_values[1]; }
    const std::string& performance() const { return path_values[1]; }
};

struct AdminAnswer {
    int status = 200;
    std::string body;
    std::string_view content_type = "application/json";
    std::string headers{};  // Complete header lines beside the default ones.
    // For a change, recorded in the audit log:
    std::string effect{};        // In English, for the log.
    std::string effect_codes{};  // Its codes and values as JSON, for the audit log.
    std::string about{};         // The opaque id of the guest that the change concerns.
    std::uint64_t count = 0;
};

struct AdminRefusal {
    ErrorCode code{};
    boost::json::object details{};
};

// Refusal of a request field, named in the details.
inline AdminRefusal bad_field(std::string_view field, std::string_view message) {
    return {ErrorCode::kBadField, {{"field", field}, {"message", message}}};
}

inline AdminRefusal storage_failure(const operate::Failure& failure) {
    return {ErrorCode::kStorageUnavailable, {{"message", failure}}};
}

using AdminOutcome = Result<AdminAnswer, AdminRefusal>;
using AdminWork = boost::asio::awaitable<AdminOutcome>;

}  // namespace onsale::http
