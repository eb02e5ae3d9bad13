#include "adapter/http/transport/message/request.hpp"

#include "adapter/http/transport/message/head_parser.hpp"

namespace onsale::http {

std::string_view allow_word(Method method) {
    switch (method) {
        case Method::kGet:
        case Method::kHead:
            return "GET, HEAD";
        case Method::kPost:
            return "POST";
        case Method::kPut:
            return "PUT";
        case Method::kPatch:
            return "PATCH";
        case Method::kDelete:
            return "DELETE";
        case Method::kOptions:
            return "OPTIONS";
        case Method::kOther:
            return "";
    }
    return "";
}

namespace {

const Header* find(std::span<const Header> headers, std::string_view lower_name) {
    for (const Header& header : headers) {
        if (header.name.size() != lower_name.size()) continue;
        if (equals_ignoring_case(header.name, lower_name)) return &header;
    }
    return nullptr;
}

}  // namespace

std::string_view Request::header(std::string_view lower_name) const {
    const Header* const found = find(headers, lower_name);
    return found != nullptr ? found->value : std::string_view{};
}

bool Request::has_header(std::string_view lower_name) const {
    return find(headers, lower_name) != nullptr;
}

}  // namespace onsale::http
