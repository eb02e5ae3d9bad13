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
#include "adapter/http/operator/call/admin_backend.hpp"
#include "adapter/http/transport/message/query.hpp"
#include "base/result.hpp"

namespace onsale::http {

// One call of an operator, checked and taken apart: nothing in it points into the request.
struct AdminCall {
    LoopContext& context;
    AdminBackend& backend;
    std::array<std::string, 2> path_values;  // What stood for the segments in braces.
    boost::json::value body;                 // Null where the route takes none.
    bool dry_run = false;
    bool local = false;
    QueryValues query{};
    std::string text{};  // The body as it came, where the route reads it itself.

    const std::string& key() const { return path_values[0]; }
    const std::string& phase() const { return path_values[1]; }
    const std::string& performance() const { return path_values[1]; }
};

struct AdminAnswer {
    int status = 200;
    std::string body;
    std::string_view content_type = "application/json";
    std::string headers{};  // Complete lines beside the usual ones.
    // Of a change, for the audit log:
    std::string effect{};
    std::string about{};  // The opaque id of the guest it concerns.
    std::uint64_t count = 0;
};

struct AdminRefusal {
    ErrorCode code{};
    boost::json::object details{};
};

// A field of the request that cannot be used, by its name.
inline AdminRefusal bad_field(std::string_view field, std::string_view message) {
    return {ErrorCode::kBadField, {{"field", field}, {"message", message}}};
}

using AdminOutcome = Result<AdminAnswer, AdminRefusal>;
using AdminWork = boost::asio::awaitable<AdminOutcome>;

}  // namespace onsale::http
