#include "adapter/http/operator/call/message_json.hpp"

namespace onsale::http {

boost::json::object to_json(const operate::MessageValues& values) {
    boost::json::object json;
    for (const operate::NamedValue& one : values)
        std::visit([&](const auto& content) { json[one.name] = content; }, one.value.content());
    return json;
}

boost::json::object to_json(const operate::Message& message) {
    return {{"code", message.code}, {"values", to_json(message.values)}};
}

}  // namespace onsale::http
