#include "adapter/http/operator/call/admin_body.hpp"

#include "adapter/http/api/error/json_body.hpp"
#include "codec/json_text.hpp"

namespace onsale::http {
namespace {

// The deepest valid body (settings, rules, pollSteps, a row) has four levels.
constexpr std::size_t kDepthMax = 8;

}  // namespace

AdminBody::AdminBody(const boost::json::value& body)
    : ObjectReader{body, {.unknown = "is not a field of this call"}} {}

std::optional<AdminRefusal> AdminBody::refusal(ErrorCode unfit) {
    if (!is_object())
        return AdminRefusal{ErrorCode::kBadJson, {{"message", "the body must be a JSON object"}}};
    const auto found = problem();
    if (!found) return std::nullopt;
    AdminRefusal refusal = bad_field(found->field, found->message);
    if (found->unfit) refusal.code = unfit;
    return refusal;
}

Result<boost::json::value, AdminRefusal> parse_admin_body(std::string_view content_type,
                                                          std::string_view body) {
    if (!is_json(content_type)) return fail(AdminRefusal{ErrorCode::kUnsupportedMediaType});
    auto value = codec::parse_text(body, kDepthMax);
    if (value) return std::move(*value);
    const codec::BadJson& bad = value.error();
    if (!bad.repeated) return fail(AdminRefusal{ErrorCode::kBadJson, {{"message", bad.message}}});
    return fail(
        AdminRefusal{ErrorCode::kBadJson,
                     {{"field", *bad.repeated}, {"message", "occurs twice in one object"}}});
}

}  // namespace onsale::http
