#pragma once

#include <string>
#include <string_view>

#include "adapter/http/request.hpp"

namespace onsale::http {

inline constexpr int kGzipLevelDefault = 6;

// The body as one gzip member. Blocking and CPU-bound: for bodies that are kept or small.
std::string gzip(std::string_view body, int level = kGzipLevelDefault);

// Whether the client takes gzip. An element with a malformed weight counts as not said.
bool accepts_gzip(const Request& request);

}  // namespace onsale::http
