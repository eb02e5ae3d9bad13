#include "adapter/redis/relay/hall_drift.hpp"

#include <utility>

namespace onsale::redis {

using seat::SeatState;

namespace {

std::optional<DriftKind> unless(bool agrees, DriftKind kind) {
    if (agrees) return std::nullopt;
    return kind;
}

// The drift of a seat of which the store has no state.
std::optional<DriftKind> unknown_to_store(const SeatInRedis& redis) {
    switch (redis.state) {
        case SeatState::kFree:
            return unless(!redis.owner, DriftKind::kOrphan);
        case SeatState::kHeld:
            return std::nullopt;
        case SeatState::kPaying:  // The paying guest was checked before.
            return std::nullopt;
        case SeatState::kSold:
            return DriftKind::kSoldUnknown;
        case SeatState::kReturned:
            return unless(!redis.waits_for_person, DriftKind::kWaitingUnknown);
        case SeatState::kBlocked:
            return DriftKind::kBlockedUnknown;
    }
    return std::nullopt;
}

// A guest who pays in Redis without buying in the store must stop first. seat_sync does not take a
// seat from a paying guest, so sending the store's state would have no effect.
bool is_buyer(const seat::Hall& store, seat::SeatIndex seat, const std::optional<GuestId>& guest) {
    const SeatState state = store.state(seat);
    return (state == SeatState::kPaying || state == SeatState::kSold) && store.owner(seat) == guest;
}

}  // namespace

std::optional<DriftKind> drift_of(const seat::Hall& store, seat::SeatIndex seat,
                                  const SeatInRedis& redis) {
    if (redis.state == SeatState::kPaying && !is_buyer(store, seat, redis.owner))
        return DriftKind::kPayingAlone;
    const bool same = redis.state == store.state(seat) && redis.owner == store.owner(seat);
    switch (store.state(seat)) {
        case SeatState::kPaying:
            return unless(same, DriftKind::kNotPaying);
        case SeatState::kSold:
            return unless(same, DriftKind::kNotSold);
        case SeatState::kBlocked:
            return unless(redis.state == SeatState::kBlocked, DriftKind::kNotBlocked);
        case SeatState::kReturned:
            if (!store.returns().contains(seat))
                return unless(redis.waits_for_person, DriftKind::kNotWaiting);
            break;
        case SeatState::kFree:
        case SeatState::kHeld:
            break;
    }
    return unknown_to_store(redis);
}

}  // namespace onsale::redis
