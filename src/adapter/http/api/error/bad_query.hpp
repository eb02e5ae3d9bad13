#pragma once

#include <string>
#include <string_view>

#include "adapter/http/api/error/api_error.hpp"

namespace onsale::http {

// Why a query or a body is rejected.
struct BadQuery {
    ErrorCode code{};
    std::string field{};  // The wrong field; empty when no single field is wrong.
};

// The details of a refusal: the field, or where to get an admission.
std::string details_of(const BadQuery& bad, std::string_view event);

}  // namespace onsale::http
