#include "adapter/http/request.hpp"

#include "adapter/http/head_parser.hpp"

namespace onsale::http {

std::string_view Request::header(std::string_view lower_name) const {
    for (const Header& header : headers) {
        if (header.name.size() != lower_name.size()) continue;
        if (equals_ignoring_case(header.name, lower_name)) return header.value;
    }
    return {};
}

}  // namespace onsale::http
