#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>

#include "sale/domain/view/sale_view.hpp"
#include "seat/domain/free_seats.hpp"

namespace onsale::redis {

// The seats of a hall that this loop may choose next: free in the view, and not being requested by
// another caller on this loop. Updated from the map's own change log.
class FreeView {
  public:
    // REQUIRES: every call passes the same hall.
    const seat::FreeSeats& current(const sale::HallView& hall);
    // Includes the seats that are being requested.
    seat::FreeSeats with_asked_for(const sale::HallView& hall);
    std::size_t asked_for() const { return asked_for_.size(); }

    void ask_for(const sale::HallView& hall, const seat::Seats& seats);
    void answered(const sale::HallView& hall, const seat::Seats& seats);

  private:
    void make(const sale::HallView& hall);
    void look(const sale::HallView& hall, seat::SeatIndex seat);

    std::optional<seat::FreeSeats> free_;
    std::uint32_t starts_ = 0;
    std::uint64_t version_ = 0;
    std::unordered_map<seat::SeatIndex, std::uint32_t> asked_for_;  // Number of requests per seat.
};

using FreeViews = std::map<sale::HallId, FreeView>;

// Excludes seats from other choices while Redis is asked for them.
class AskedFor {
  public:
    AskedFor(FreeView& free, const sale::HallView& hall, const seat::Seats& seats)
        : free_(free), hall_(hall), seats_(seats) {
        free_.ask_for(hall_, seats_);
    }
    ~AskedFor() { free_.answered(hall_, seats_); }
    AskedFor(const AskedFor&) = delete;
    AskedFor& operator=(const AskedFor&) = delete;

  private:
    FreeView& free_;
    const sale::HallView& hall_;
    const seat::Seats& seats_;
};

}  // namespace onsale::redis
