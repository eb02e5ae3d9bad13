#pragma once

#include <deque>
#include <map>
#include <optional>
#include <utility>

#include "base/guest_id.hpp"
#include "base/sha256.hpp"
#include "base/time.hpp"
#include "waiting_room/domain/command.hpp"
#include "waiting_room/domain/line/line.hpp"
#include "waiting_room/domain/line/line_rules.hpp"

namespace onsale::waiting_room {

// A code lives this long by the writer's clock and not in line time: frozen deadlines must not
// prolong the life of a secret, and nobody loses anything when it lapses.
constexpr Duration kMoveCodeLives = std::chrono::seconds{60};
// Codes of one line that live at the same time. Each more makes one guess more likely to hit.
constexpr std::size_t kMoveOffersMax = 16'384;

// The codes with which guests of one line continue on another device. They are in no fact: losing
// them costs a guest one more tap, and what a taken code did is a fact.
// Invariants: at most one code a place; a code belongs to one place.
class MoveOffers {
  public:
    struct Offer {
        Number number;
        Instant until;
        std::optional<GuestId> taken_by;
    };

    // Ends the place's earlier code. False when there is no room, or the code is in use.
    bool add(const Sha256Digest& code, Number number, Instant now);
    // Also a code that was taken, until its time is over.
    Offer* find(const Sha256Digest& code, Instant now);
    std::size_t size() const { return in_order_.size(); }

  private:
    void drop_lapsed(Instant now);

    std::map<Sha256Digest, Offer> by_code_;
    std::map<Number, Sha256Digest> by_number_;
    std::deque<std::pair<Instant, Sha256Digest>> in_order_;  // Replaced ones too, until they lapse.
};

struct MoveDecision {
    MoveOutcome outcome;
    FactBodies facts;
};

// Unlike the rules of the line these also note what they decided in `offers`.
MoveOutcome offer_place(const Line& line, MoveOffers& offers, const command::OfferPlace& offer,
                        Instant now);
// Whoever brings the code first gets the place as it stands: number, deadlines, admission. A
// refused taker spends nothing, and the one who took it may ask again.
MoveDecision take_place(const Line& line, MoveOffers& offers, const command::TakePlace& take,
                        Instant now);

}  // namespace onsale::waiting_room
