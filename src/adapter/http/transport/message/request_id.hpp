#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "adapter/http/transport/message/request.hpp"

namespace onsale::http {

// What a request is called in logs and in the X-Request-Id of an error answer: the name that a
// trusted proxy gave it, or else our number.
std::string request_id_text(std::uint64_t number, std::string_view given);

// The X-Request-Id of a trusted proxy; empty unless there is exactly one, of at most 64 letters,
// digits, '-', '_' and '.', which is what proxies make and nothing that could break a log.
std::string_view given_request_id(std::span<const Header> headers);

}  // namespace onsale::http
