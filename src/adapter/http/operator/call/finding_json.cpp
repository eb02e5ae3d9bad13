#include "adapter/http/operator/call/finding_json.hpp"

namespace onsale::http {

boost::json::object to_json(const operate::FindingValues& values) {
    boost::json::object json;
    for (const operate::NamedValue& one : values)
        std::visit([&](const auto& content) { json[one.name] = content; }, one.value.content());
    return json;
}

boost::json::object to_json(const operate::Finding& finding) {
    return {{"code", finding.code}, {"values", to_json(finding.values)}};
}

}  // namespace onsale::http
