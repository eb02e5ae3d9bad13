#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "waiting_room/domain/draw.hpp"
#include "waiting_room/domain/ids.hpp"
#include "waiting_room/domain/line/standing.hpp"
#include "waiting_room/domain/set/chunked.hpp"
#include "waiting_room/domain/set/rank_bitmap.hpp"

namespace onsale::waiting_room {

// The standing of every number, from which positions are computed. The writer's line and every
// reader's view have one each and update it with the same facts.
// Invariants: the bit of a place is set exactly while its number keeps_place.
class PlaceBook {
  public:
    Number join();
    void move(Number number, Standing to);
    void install(std::shared_ptr<const Draw> draw);
    // The next number issued will be greater than this one. Skipped numbers cost almost no memory,
    // because all arrays are in chunks, and almost no time, because for_each skips missing chunks.
    void skip_to(Number number) { issued_ = std::max(issued_, number.value); }

    Standing standing(Number number) const {
        return static_cast<Standing>(standings_.get(number.value));
    }
    Place place_of(Number number) const {
        return draw_ ? draw_->place_of(number) : Place{number.value};
    }
    Number number_at(Place place) const {
        return draw_ ? draw_->number_at(place) : Number{place.value};
    }
    // 1 + the number of guests with a smaller place who keep theirs.
    std::uint32_t position(Number number) const {
        return 1 + places_.count_below(place_of(number).value);
    }
    std::uint32_t keeping_count() const { return places_.count(); }
    std::uint32_t count(Standing standing) const {
        return counts_[static_cast<std::size_t>(standing)];
    }
    // The last number that was issued or skipped.
    std::uint32_t issued_count() const { return issued_; }
    // How many numbers were ever given to a guest.
    std::uint32_t joined_count() const { return joined_; }
    // Calls visit(number, standing) in order for every number that was ever given to a guest.
    template <class Visit>
    void for_each(Visit visit) const {
        standings_.for_each([&](std::uint32_t value, std::uint8_t standing) {
            if (standing != 0) visit(Number{value}, static_cast<Standing>(standing));
        });
    }
    const std::shared_ptr<const Draw>& draw() const { return draw_; }

    // Restores saved standings; see line_snapshot.cpp.
    void restore(Number number, Standing standing);
    void restore_draw(std::shared_ptr<const Draw> draw) { draw_ = std::move(draw); }

  private:
    Chunked<std::uint8_t, 16384> standings_;
    RankBitmap places_;
    std::shared_ptr<const Draw> draw_;
    std::array<std::uint32_t, kStandings> counts_{};
    std::uint32_t issued_ = 0;
    std::uint32_t joined_ = 0;
};

}  // namespace onsale::waiting_room
