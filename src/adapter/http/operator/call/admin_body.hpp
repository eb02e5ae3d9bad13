#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include "adapter/http/operator/call/admin_call.hpp"

namespace onsale::http {

// Reads the members of a small JSON object by name. An absent member reads as nothing. A wrong
// value is remembered as the problem, and at the end so is a member that was never read.
class AdminBody {
  public:
    explicit AdminBody(const boost::json::value& body);

    struct NumberRange {
        std::uint32_t low = 0;
        std::uint32_t high = 0;
    };

    std::optional<bool> flag(std::string_view name);
    std::optional<std::uint32_t> number(std::string_view name, NumberRange range);
    // An amount of money, at least 0.
    std::optional<std::int64_t> amount(std::string_view name, std::int64_t high);
    std::optional<std::string> text(std::string_view name, std::size_t size_max);
    // Null when absent.
    const boost::json::array* list(std::string_view name, std::size_t size_max);

    void refuse(std::string_view name, std::string_view message);
    // For a field that has the right form but names no possible guest of the event.
    void refuse_guest(std::string_view name, std::string_view message);
    // Call it last: it also reports the members that were never read.
    std::optional<AdminRefusal> problem();

  private:
    const boost::json::value* take(std::string_view name);

    const boost::json::object* object_;
    std::set<std::string_view> known_;
    std::optional<AdminRefusal> problem_;
};

bool is_json(std::string_view content_type);

// Parses the body as JSON. Lists of 100,000 entries fit; deep nesting is rejected.
Result<boost::json::value, AdminRefusal> parse_admin_body(std::string_view content_type,
                                                          std::string_view body);

}  // namespace onsale::http
