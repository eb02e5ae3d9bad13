#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <boost/json/array.hpp>

#include "sale/domain/view/sale_view.hpp"

namespace onsale::http {

// The seats that an operator named, by id.
struct SeatChoice {
    std::vector<std::string> seats;  // Each once.
    std::string unknown;             // The first name that is nothing in this hall, if any.
    std::uint32_t left_out = 0;      // Seats of named places that are in another state.
};

// A name is a seat's id, or "section:ID", "area:ID" or "row:SECTION/LABEL", which stands for the
// seats of that place that are in one of the `states`: a section can be given to the house though
// some of it is sold. A seat that is named by itself is taken as it is.
SeatChoice chosen_seats(const sale::HallView& hall, std::span<const std::string> names,
                        std::span<const seat::SeatState> states);

}  // namespace onsale::http
