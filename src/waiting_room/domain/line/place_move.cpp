#include "waiting_room/domain/line/place_move.hpp"

namespace onsale::waiting_room {
namespace {

// An account or a site's subject is the same on every device, so its place is not moved.
bool can_move(const Line& line) {
    return line.settings().identity == Identity::kVisitor;
}

// A guest who has left must come back before moving the place.
bool can_move(Standing standing) {
    return is_live(standing) && standing != Standing::kLeaving;
}

MoveDecision refuse(MoveError error) {
    return {fail(error), {}};
}

}  // namespace

void MoveOffers::drop_lapsed(Instant now) {
    while (!in_order_.empty() && in_order_.front().first <= now) {
        const auto found = by_code_.find(in_order_.front().second);
        // A replaced code is already removed, and the same code may have been added again.
        if (found != by_code_.end() && found->second.until <= now) {
            by_number_.erase(found->second.number);
            by_code_.erase(found);
        }
        in_order_.pop_front();
    }
}

bool MoveOffers::add(const Sha256Digest& code, Number number, Instant now) {
    drop_lapsed(now);
    if (in_order_.size() >= kMoveOffersMax || by_code_.contains(code)) return false;
    if (const auto earlier = by_number_.find(number); earlier != by_number_.end())
        by_code_.erase(earlier->second);
    by_code_.emplace(code, Offer{number, now + kMoveCodeLives, std::nullopt});
    by_number_.insert_or_assign(number, code);
    in_order_.emplace_back(now + kMoveCodeLives, code);
    return true;
}

MoveOffers::Offer* MoveOffers::find(const Sha256Digest& code, Instant now) {
    const auto found = by_code_.find(code);
    return found != by_code_.end() && now < found->second.until ? &found->second : nullptr;
}

MoveOutcome offer_place(const Line& line, MoveOffers& offers, const command::OfferPlace& offer,
                        Instant now) {
    if (!can_move(line)) return fail(MoveError::kNotMovable);
    if (!line.moved().belongs(offer.number, offer.guest)) return fail(MoveError::kMoved);
    if (!can_move(line.book().standing(offer.number))) return fail(MoveError::kNoPlace);
    if (!offers.add(offer.code, offer.number, now)) return fail(MoveError::kUnavailable);
    return offer.number;
}

MoveDecision take_place(const Line& line, MoveOffers& offers, const command::TakePlace& take,
                        Instant now) {
    if (!can_move(line)) return refuse(MoveError::kNotMovable);
    MoveOffers::Offer* const offer = offers.find(take.code, now);
    if (offer == nullptr) return refuse(MoveError::kCodeInvalid);
    const auto own = line.find(take.guest);
    // A repeated request is valid, because the answer to the first one may have been lost.
    if (offer->taken_by == take.guest && own == offer->number) return {offer->number, {}};
    const Standing standing = line.book().standing(offer->number);
    if (offer->taken_by || !can_move(standing)) return refuse(MoveError::kCodeInvalid);
    if (line.eligibility().barred(take.guest)) return refuse(MoveError::kBarred);
    if (own && line.book().standing(*own) != Standing::kLeaving)
        return refuse(MoveError::kHasPlace);
    MoveDecision decision{offer->number, {}};
    // Taking this place makes the leave of the other one final.
    if (own) decision.facts.push_back(fact::PlaceEnded{*own, EndReason::kLeft});
    decision.facts.push_back(fact::PlaceMoved{take.guest, offer->number});
    if (standing == Standing::kAway || standing == Standing::kMissed)
        decision.facts.push_back(fact::CameBack{offer->number});
    offer->taken_by = take.guest;
    return decision;
}

}  // namespace onsale::waiting_room
