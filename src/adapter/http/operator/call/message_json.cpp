#include "adapter/http/operator/call/message_json.hpp"

#include <utility>

#include "base/overloaded.hpp"
#include "operate/domain/message_codes.hpp"

namespace onsale::http {
namespace {

std::optional<operate::MessageValue> value_from_json(const boost::json::value* json) {
    if (json == nullptr) return std::nullopt;
    if (const auto* const text = json->if_string())
        return operate::MessageValue{std::string_view{*text}};
    if (const auto* const number = json->if_int64()) return operate::MessageValue{*number};
    if (const auto* const number = json->if_uint64()) return operate::MessageValue{*number};
    return std::nullopt;
}

std::optional<operate::Message> message_from_json(const boost::json::value& json) {
    const auto* const object = json.if_object();
    const auto* const code = object == nullptr ? nullptr : object->if_contains("code");
    const auto* const values = object == nullptr ? nullptr : object->if_contains("values");
    if (code == nullptr || !code->is_string() || values == nullptr || !values->is_object())
        return std::nullopt;
    operate::Message message{operate::find_effect(code->get_string())};
    if (message.wording == nullptr) return std::nullopt;
    for (const std::string_view name : operate::value_names(message.wording->english)) {
        auto value = value_from_json(values->get_object().if_contains(name));
        if (!value) return std::nullopt;
        message.values.push_back({name, std::move(*value)});
    }
    return message;
}

}  // namespace

boost::json::object to_json(const operate::MessageValues& values) {
    boost::json::object json;
    for (const operate::NamedValue& one : values)
        std::visit(Overloaded{[&](const operate::Wording* part) { json[one.name] = part->code; },
                              [&](const auto& content) { json[one.name] = content; }},
                   one.value.content());
    return json;
}

boost::json::array to_json(const operate::Effect& effect) {
    boost::json::array list;
    for (const operate::Message& message : effect)
        list.push_back({{"code", message.code()}, {"values", to_json(message.values)}});
    return list;
}

std::optional<operate::Effect> effect_from_json(const boost::json::value& json) {
    const auto* const list = json.if_array();
    if (list == nullptr) return std::nullopt;
    operate::Effect effect;
    for (const boost::json::value& one : *list) {
        auto message = message_from_json(one);
        if (!message) return std::nullopt;
        effect.push_back(std::move(*message));
    }
    return effect;
}

}  // namespace onsale::http
