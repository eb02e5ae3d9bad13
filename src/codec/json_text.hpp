#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <boost/json/value.hpp>

#include "base/result.hpp"

namespace onsale::codec {

// Why a text is rejected.
struct BadJson {
    std::string message;
    std::size_t byte = 0;                   // Where parsing stopped.
    std::optional<std::string> repeated{};  // A name that one object has twice.

    std::string sentence() const;
};

// Parses external text as JSON. Rejects text that is more deeply nested than `depth_max`, and a
// name that occurs twice in one object.
Result<boost::json::value, BadJson> parse_text(std::string_view text, std::size_t depth_max);

}  // namespace onsale::codec
