#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "adapter/http/guest/context/hall_names.hpp"
#include "adapter/http/transport/message/request.hpp"
#include "base/result.hpp"
#include "seat/domain/best.hpp"
#include "seat/domain/seating.hpp"

namespace onsale::http {

struct SelectRequest {
    HallNames names;
    std::vector<std::string> seats;
};

// As sent: grades and section by their ids.
struct BestRequest {
    HallNames names;
    seat::Wish::Kind kind = seat::Wish::Kind::kSeats;
    std::uint32_t count = 0;
    std::vector<std::string> grades{};  // Empty: every grade.
    std::string section{};              // Empty: the whole hall.
    std::optional<std::int64_t> price_max{};
};

// Parsers of the calls that change seats. Fields are only what a guest may decide: a price, a state
// or an owner is an unknown field, and the call is refused.
Result<SelectRequest, BadQuery> parse_select(const Request& request);
Result<BestRequest, BadQuery> parse_best(const Request& request);
Result<HallNames, BadQuery> parse_release(const Request& request);

// Converts ids to the hall's own indexes; refused when it has no such grade or section.
Result<seat::Wish, BadQuery> wish_in(const seat::Seating& seating, const BestRequest& request);

}  // namespace onsale::http
