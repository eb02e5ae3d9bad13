#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "adapter/http/transport/message/request.hpp"

namespace onsale::http {

// The id of a request in logs and in the X-Request-Id of an error answer: the id from a trusted
// proxy, otherwise our number.
std::string request_id_text(std::uint64_t number, std::string_view given);

// The X-Request-Id of a trusted proxy. Empty unless there is exactly one, with at most 64 letters,
// digits, '-', '_' and '.'. Proxies create such ids, and none of these characters can break a log.
std::string_view given_request_id(std::span<const Header> headers);

}  // namespace onsale::http
