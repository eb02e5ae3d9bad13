#include "adapter/http/operator/call/admin_audit.hpp"

#include <algorithm>
#include <array>

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

namespace onsale::http {
namespace {

namespace json = boost::json;

constexpr std::size_t kAskedMax = 600;
constexpr std::size_t kTextShownMax = 200;
// Text fields that are logged as they are: they never name a person.
constexpr std::array<std::string_view, 3> kShownTexts = {"key", "action", "file"};

std::string value_text(std::string_view name, const json::value& value) {
    if (const auto* const list = value.if_array()) return fmt::format("list({})", list->size());
    if (const auto* const object = value.if_object())
        return fmt::format("object({})", object->size());
    const auto* const text = value.if_string();
    if (text == nullptr) return json::serialize(value);
    const bool shown = std::ranges::find(kShownTexts, name) != kShownTexts.end();
    if (shown && text->size() <= kTextShownMax) return std::string{*text};
    return fmt::format("text({})", text->size());
}

}  // namespace

std::string asked_text(const json::value& body, bool dry_run) {
    std::string asked = dry_run ? "dryRun" : "";
    const json::object* const object = body.if_object();
    if (object == nullptr) return asked;
    for (const auto& member : *object) {
        if (!asked.empty()) asked += ' ';
        asked += fmt::format("{}={}", std::string_view{member.key()},
                             value_text(member.key(), member.value()));
        if (asked.size() > kAskedMax) return asked.substr(0, kAskedMax) + "...";
    }
    return asked;
}

}  // namespace onsale::http
