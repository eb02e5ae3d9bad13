#include "adapter/http/guest/pay/payment_fields.hpp"

#include <algorithm>

#include "adapter/http/transport/message/query.hpp"

namespace onsale::http {
namespace {

constexpr std::size_t kFieldsMax = 64;

std::optional<std::string> decoded(std::string_view text) {
    std::string spaced{text};
    std::ranges::replace(spaced, '+', ' ');
    return percent_decode(spaced);
}

}  // namespace

std::optional<FormFields> form_fields(std::string_view text) {
    FormFields fields;
    while (!text.empty()) {
        const std::string_view part = text.substr(0, text.find('&'));
        text.remove_prefix(std::min(part.size() + 1, text.size()));
        if (part.empty()) continue;
        const std::size_t equals = std::min(part.find('='), part.size());
        auto name = decoded(part.substr(0, equals));
        auto value = decoded(part.substr(std::min(equals + 1, part.size())));
        if (!name || !value || fields.size() == kFieldsMax) return std::nullopt;
        fields.emplace_back(std::move(*name), std::move(*value));
    }
    return fields;
}

}  // namespace onsale::http
