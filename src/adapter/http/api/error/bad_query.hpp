#pragma once

#include <string>
#include <string_view>

#include "adapter/http/api/error/api_error.hpp"

namespace onsale::http {

// Why a query or a body is refused.
struct BadQuery {
    ErrorCode code{};
    std::string field{};  // The one that is wrong; empty where it is none or cannot be told.
};

// The details of a refusal: the field, or where to get an admission.
std::string details_of(const BadQuery& bad, std::string_view event);

}  // namespace onsale::http
