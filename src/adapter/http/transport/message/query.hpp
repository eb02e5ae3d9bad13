#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onsale::http {

// Decodes %XX. Nothing on an invalid escape or an encoded NUL.
std::optional<std::string> percent_decode(std::string_view text);

// A query parameter that a route accepts.
struct QueryParameter {
    std::string_view name;
    std::size_t characters_max = 128;  // Maximum length of the decoded value.
};

// The first known parameter that is in the query without a value, twice, or with a value that is
// too long or cannot be decoded; null when there is none. An empty value must not count as absent:
// "?dryRun=" would execute.
const QueryParameter* misused_parameter(std::string_view query,
                                        std::span<const QueryParameter> known);

// Decoded keys and values of a query or a form body. A key may occur once.
class QueryValues {
  public:
    // std::nullopt on an invalid escape, a repeated key, or more than 16 keys.
    static std::optional<QueryValues> parse(std::string_view query);

    std::string_view get(std::string_view key) const;  // Empty when absent.
    bool only(std::span<const QueryParameter> allowed) const;
    bool only(std::initializer_list<std::string_view> allowed) const;

  private:
    bool contains(std::string_view key) const;

    std::vector<std::pair<std::string, std::string>> values_;
};

// The value of one plain key, for the hot path: no decoding ('%' gives nothing), no allocation.
std::optional<std::string_view> plain_query_value(std::string_view query, std::string_view key);

// The cookie's value in a Cookie header; empty when absent.
std::string_view cookie_value(std::string_view header, std::string_view name);
// The value of the first cookie whose name has this prefix.
std::string_view cookie_with_prefix(std::string_view header, std::string_view prefix);

}  // namespace onsale::http
