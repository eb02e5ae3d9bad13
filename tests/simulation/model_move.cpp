// Moving a place to another device, according to the rules of the design.
#include <algorithm>

#include "tests/simulation/model_line.hpp"

namespace onsale::sim {
namespace {

using namespace std::chrono_literals;

constexpr Duration kCodeLives = 60s;

bool can_go(Standing standing) {
    return waiting_room::is_live(standing) && standing != Standing::kLeaving;
}

}  // namespace

bool ModelLine::gave_away(const ModelPlace& place, const std::optional<GuestId>& guest) const {
    return guest && !place.former.empty() && place.guest != *guest;
}

MoveOutcome ModelLine::offer(const waiting_room::command::OfferPlace& offer, Instant now) {
    if (settings.identity != waiting_room::Identity::kVisitor) return fail(MoveError::kNotMovable);
    ModelPlace* const place = find(offer.number);
    if (place != nullptr && gave_away(*place, offer.guest)) return fail(MoveError::kMoved);
    if (place == nullptr || !can_go(place->standing)) return fail(MoveError::kNoPlace);
    std::erase_if(move_codes,
                  [&](const ModelCode& one) { return now - one.given_at >= kCodeLives; });
    if (std::ranges::find(move_codes, offer.code, &ModelCode::code) != move_codes.end())
        return fail(MoveError::kUnavailable);
    std::erase_if(move_codes, [&](const ModelCode& one) { return one.number == offer.number; });
    move_codes.push_back({offer.code, offer.number, now, std::nullopt});
    mark_seen(*place, now);
    return offer.number;
}

MoveOutcome ModelLine::take(const waiting_room::command::TakePlace& take, Instant now) {
    if (settings.identity != waiting_room::Identity::kVisitor) return fail(MoveError::kNotMovable);
    const auto code = std::ranges::find(move_codes, take.code, &ModelCode::code);
    if (code == move_codes.end() || now - code->given_at >= kCodeLives)
        return fail(MoveError::kCodeInvalid);
    ModelPlace& place = *find(code->number);
    const auto own = living(take.guest);
    if (code->taken_by == take.guest && own == code->number) {
        mark_seen(place, now);
        return code->number;
    }
    if (code->taken_by || !can_go(place.standing)) return fail(MoveError::kCodeInvalid);
    if (barred.contains(take.guest)) return fail(MoveError::kBarred);
    if (own && find(*own)->standing != Standing::kLeaving) return fail(MoveError::kHasPlace);
    if (own) find(*own)->standing = Standing::kEndedLeft;
    for (auto& [id, guests] : proved)
        if (guests.erase(place.guest) > 0) guests.insert(take.guest);
    place.former.push_back(place.guest);
    place.guest = take.guest;
    code->taken_by = take.guest;
    touched = true;
    come_back(place);
    mark_seen(place, now);
    return code->number;
}

}  // namespace onsale::sim
