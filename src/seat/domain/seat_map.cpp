#include "seat/domain/seat_map.hpp"

#include <algorithm>

namespace onsale::seat {

SeatMap::SeatMap(std::shared_ptr<const Seating> seating)
    : seating_(std::move(seating)),
      states_(seating_->size(), SeatState::kFree),
      by_grade_(seating_->grade_count()) {
    counts_[SeatState::kFree] = seating_->size();
    for (std::uint32_t seat = 0; seat < seating_->size(); ++seat)
        ++by_grade_[seating_->grade(SeatIndex{seat})][SeatState::kFree];
}

void SeatMap::set(SeatIndex seat, SeatState to) {
    SeatState& state = states_[seat.value];
    if (state == to) return;
    StateCounts& grade = by_grade_[seating_->grade(seat)];
    --counts_[state], --grade[state];
    ++counts_[to], ++grade[to];
    state = to;
    if (log_.size() < kChangeLogSize) log_.resize(kChangeLogSize);
    log_[version_ % kChangeLogSize] = seat;
    ++version_;
    if (version_ - log_begin_ > kChangeLogSize) log_begin_ = version_ - kChangeLogSize;
}

void SeatMap::set_all(const Seats& seats, SeatState to) {
    for (const SeatIndex seat : seats)
        set(seat, to);
}

void SeatMap::restore_version(std::uint64_t version) {
    version_ = version;
    log_begin_ = version;
}

std::optional<Seats> SeatMap::changed_since(std::uint64_t version) const {
    if (version < log_begin_ || version > version_) return std::nullopt;
    Seats seats;
    seats.reserve(version_ - version);
    for (std::uint64_t at = version; at < version_; ++at)
        seats.push_back(log_[at % kChangeLogSize]);
    std::ranges::sort(seats);
    const auto doubles = std::ranges::unique(seats);
    seats.erase(doubles.begin(), doubles.end());
    return seats;
}

void SeatMap::apply(const HallFact& fact) {
    struct Change {
        SeatMap& map;

        void operator()(const fact::SeatsHeld& body) const {
            map.set_all(body.dropped, SeatState::kReturned);
            map.set_all(body.taken, SeatState::kHeld);
        }
        void operator()(const fact::HoldEnded& body) const {
            map.set_all(body.seats, SeatState::kReturned);
        }
        void operator()(const fact::PayingStarted& body) const {
            map.set_all(body.seats, SeatState::kPaying);
        }
        void operator()(const fact::PaymentDeclined& body) const {
            map.set_all(body.seats, SeatState::kHeld);
        }
        void operator()(const fact::SeatsSold& body) const {
            map.set_all(body.seats, SeatState::kSold);
        }
        void operator()(const fact::SeatsRefunded& body) const {
            map.set_all(body.seats, SeatState::kReturned);
        }
        void operator()(const fact::SeatsFreed& body) const {
            map.set_all(body.seats, SeatState::kFree);
        }
        void operator()(const fact::SeatsBlocked& body) const {
            map.set_all(body.seats, SeatState::kBlocked);
        }
        void operator()(const fact::SeatsUnblocked& body) const {
            map.set_all(body.seats, SeatState::kFree);
        }
        void operator()(const fact::RulesSet&) const {}
    };
    std::visit(Change{*this}, fact);
}

}  // namespace onsale::seat
