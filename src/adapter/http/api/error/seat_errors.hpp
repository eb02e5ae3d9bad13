#pragma once

#include <string>

#include "adapter/http/api/error/api_error.hpp"
#include "sale/domain/command.hpp"
#include "seat/domain/seat_state.hpp"
#include "seat/domain/seating.hpp"

namespace onsale::http {

ErrorCode api_error(seat::HallError error);
ErrorCode api_error(const sale::HoldRefusal& refusal);

// The ids of the seats that a refusal is about, and of those offered instead.
std::string hold_details(const sale::HoldRefusal& refusal, const seat::Seating& seating);

// Adds the remaining seats of a hall that could not fulfil the request, so that a page can say "all
// taken, 312 not yet paid".
std::string with_left(std::string details, const seat::StateCounts& counts);

}  // namespace onsale::http
