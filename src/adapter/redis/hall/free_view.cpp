#include "adapter/redis/hall/free_view.hpp"

namespace onsale::redis {

using seat::SeatIndex;
using seat::SeatState;

const seat::FreeSeats& FreeView::current(const sale::HallView& hall) {
    const bool is_known = free_ && starts_ == hall.starts();
    const auto changed = is_known ? hall.map().changed_since(version_) : std::nullopt;
    if (!changed) make(hall);
    for (const SeatIndex seat : changed.value_or(seat::Seats{}))
        look(hall, seat);
    version_ = hall.map().version();
    return *free_;
}

void FreeView::make(const sale::HallView& hall) {
    free_.emplace(hall.seating());
    starts_ = hall.starts();
    for (std::uint32_t i = 0; i < hall.seating().size(); ++i)
        if (hall.map().state({i}) != SeatState::kFree) free_->set({i}, false);
    for (const auto& [seat, count] : asked_for_)
        free_->set(seat, false);
}

void FreeView::look(const sale::HallView& hall, SeatIndex seat) {
    free_->set(seat, hall.map().state(seat) == SeatState::kFree && !asked_for_.contains(seat));
}

seat::FreeSeats FreeView::with_asked_for(const sale::HallView& hall) {
    seat::FreeSeats all = current(hall);
    for (const auto& [seat, count] : asked_for_)
        all.set(seat, hall.map().state(seat) == SeatState::kFree);
    return all;
}

void FreeView::ask_for(const sale::HallView& hall, const seat::Seats& seats) {
    (void)current(hall);
    for (const SeatIndex seat : seats) {
        ++asked_for_[seat];
        look(hall, seat);
    }
}

void FreeView::answered(const sale::HallView& hall, const seat::Seats& seats) {
    for (const SeatIndex seat : seats)
        if (--asked_for_[seat] == 0) asked_for_.erase(seat);
    (void)current(hall);
    for (const SeatIndex seat : seats)
        look(hall, seat);
}

}  // namespace onsale::redis
