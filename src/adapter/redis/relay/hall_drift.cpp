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

std::string_view to_string(DriftKind kind) {
    switch (kind) {
        case DriftKind::kHallUnknown:
            return "the hall is unknown";
        case DriftKind::kRules:
            return "the hall has other rules";
        case DriftKind::kNotPaying:
            return "the seat is being paid, but not there";
        case DriftKind::kNotSold:
            return "the seat is sold, but not there";
        case DriftKind::kNotBlocked:
            return "the seat is blocked, but not there";
        case DriftKind::kNotWaiting:
            return "the seat waits for a person, but not there";
        case DriftKind::kSoldUnknown:
            return "the seat is not sold, but there it is";
        case DriftKind::kBlockedUnknown:
            return "the seat is not blocked, but there it is";
        case DriftKind::kWaitingUnknown:
            return "the seat waits for nobody, but there it does";
        case DriftKind::kPayingAlone:
            return "somebody is paying without an order";
        case DriftKind::kOrphan:
            return "the seat's owner does not hold it";
        case DriftKind::kShown:
            return "clients see something else than what decides";
        case DriftKind::kCounts:
            return "the counts are no recount";
    }
    return "";
}

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
