#pragma once

#include <optional>
#include <string_view>

#include <boost/json/value.hpp>

#include "adapter/http/operator/call/admin_call.hpp"
#include "codec/object_reader.hpp"

namespace onsale::http {

// Reads the members of a small JSON object: the body of a call.
class AdminBody : public codec::ObjectReader {
  public:
    explicit AdminBody(const boost::json::value& body);

    // Call it last: it also reports the members that were never read. `unfit` is the code for a
    // field that has the right form but an unusable value.
    std::optional<AdminRefusal> refusal(ErrorCode unfit = ErrorCode::kBadField);
};

// Parses the body as JSON. Lists of 100,000 entries fit; deep nesting is rejected.
Result<boost::json::value, AdminRefusal> parse_admin_body(std::string_view content_type,
                                                          std::string_view body);

}  // namespace onsale::http
