#include "waiting_room/domain/line/place_book.hpp"

#include "base/assert.hpp"

namespace onsale::waiting_room {

Number PlaceBook::join() {
    const Number number{++issued_};
    restore(number, Standing::kWaiting);
    return number;
}

void PlaceBook::restore(Number number, Standing standing) {
    skip_to(number);
    if (standing == Standing::kNone) return;
    standings_.at(number.value) = static_cast<std::uint8_t>(standing);
    ++counts_[static_cast<std::size_t>(standing)];
    ++joined_;
    if (keeps_place(standing)) places_.insert(place_of(number).value);
}

void PlaceBook::move(Number number, Standing to) {
    const Standing from = standing(number);
    ONSALE_ASSERT(is_live(from));
    --counts_[static_cast<std::size_t>(from)];
    ++counts_[static_cast<std::size_t>(to)];
    standings_.at(number.value) = static_cast<std::uint8_t>(to);
    if (keeps_place(from) == keeps_place(to)) return;
    if (keeps_place(to))
        places_.insert(place_of(number).value);
    else
        places_.erase(place_of(number).value);
}

void PlaceBook::install(std::shared_ptr<const Draw> draw) {
    draw_ = std::move(draw);
    places_.clear();
    for_each([this](Number number, Standing standing) {
        if (keeps_place(standing)) places_.insert(place_of(number).value);
    });
}

}  // namespace onsale::waiting_room
