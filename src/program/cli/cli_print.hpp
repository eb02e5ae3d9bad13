#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>

#include <boost/json/value.hpp>

namespace onsale::program {

// Prints the server's answer for people: fields aligned, lists of objects as tables. With `as_json`
// it prints the body unchanged.
void print_answer(std::ostream& out, std::string_view body, bool as_json);
void print_value(std::ostream& out, const boost::json::value& value, std::size_t indent = 0);

// JSON for people to edit, indented by two spaces. Short values stay on one line.
std::string pretty(const boost::json::value& value);

// Makes untrusted text safe for a terminal: control characters and bidi marks become '?'.
std::string printable(std::string_view text);

}  // namespace onsale::program
