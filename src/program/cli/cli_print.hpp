#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>

#include <boost/json/value.hpp>

namespace onsale::program {

// The server's answer for people: fields aligned, lists of objects as tables; with `as_json` the
// text as it came.
void print_answer(std::ostream& out, std::string_view body, bool as_json);
void print_value(std::ostream& out, const boost::json::value& value, std::size_t indent = 0);

// JSON for people to edit, two spaces deep; what is short stays on its line.
std::string pretty(const boost::json::value& value);

// Text from people, safe for a terminal: control characters and bidi marks become '?'.
std::string printable(std::string_view text);

}  // namespace onsale::program
