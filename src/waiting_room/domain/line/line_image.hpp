#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/sha256.hpp"
#include "waiting_room/domain/event.hpp"
#include "waiting_room/domain/line/ledger.hpp"
#include "waiting_room/domain/line/line_clock.hpp"
#include "waiting_room/domain/line/moved_places.hpp"
#include "waiting_room/domain/line/place_book.hpp"

namespace onsale::waiting_room {

// Everything that a view knows of a line at one moment. A reader that has missed facts restarts
// from it.
struct LineImage {
    std::shared_ptr<const EventSettings> settings;
    std::shared_ptr<const Levers> levers;
    Lifecycle lifecycle = Lifecycle::kDraft;
    std::uint32_t version = 1;
    std::optional<std::uint16_t> phase;
    std::optional<Sha256Digest> draw_commitment;
    bool sold_out = false;
    std::uint32_t brake = 0;
    LineClock clock;
    std::shared_ptr<const Draw> draw;
    std::uint32_t issued = 0;
    // One byte per number, that of number n at [n]. Missing bytes mean kNone.
    std::string standings;
    Ledger ledger;
    MovedPlaces moved;
    // Totals of the whole line, as far as its owner has counted them.
    std::uint64_t admitted_total = 0;
    std::uint64_t no_show_total = 0;
    Instant waits_until;  // Admission waits until then for lost places. In the past: it does not.
};

}  // namespace onsale::waiting_room
