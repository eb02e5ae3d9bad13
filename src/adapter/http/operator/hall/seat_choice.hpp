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
    std::vector<std::string> seats;  // Without duplicates.
    std::string unknown;             // The first name that does not exist in this hall, if any.
    // Number of seats of named places that were skipped because of their state.
    std::uint32_t left_out = 0;
};

// A name is a seat's id, or "section:ID", "area:ID" or "row:SECTION/LABEL". A place stands for
// those of its seats that are in one of the `states`: a section can be given to the house even if
// some of its seats are sold. A seat that is named by itself is taken in any state.
SeatChoice chosen_seats(const sale::HallView& hall, std::span<const std::string> names,
                        std::span<const seat::SeatState> states);

}  // namespace onsale::http
