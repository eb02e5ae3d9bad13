#include "adapter/http/api/error/bad_query.hpp"

#include "adapter/http/api/error/json_text.hpp"

namespace onsale::http {

std::string details_of(const BadQuery& bad, std::string_view event) {
    if (bad.code != ErrorCode::kEntryTokenRequired && bad.field.empty()) return "{}";
    const bool field = !bad.field.empty();
    std::string details = field ? R"({"field":)" : R"({"redirectTo":)";
    append_json_string(details, field ? bad.field : "/queue/" + std::string{event});
    return details + "}";
}

}  // namespace onsale::http
