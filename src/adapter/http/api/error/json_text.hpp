#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace onsale::http {

// Appends untrusted text as a JSON string including the quotes.
void append_json_string(std::string& out, std::string_view text);
void append_number(std::string& out, std::uint64_t value);

}  // namespace onsale::http
