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

// Lifetime of a code by the writer's clock. It does not use line time, because frozen deadlines
// must not extend the lifetime of a secret and an expired code costs the guest nothing.
constexpr Duration kMoveCodeLives = std::chrono::seconds{60};
// Maximum number of live codes of one line. Each additional code makes a guess more likely to
// succeed.
constexpr std::size_t kMoveOffersMax = 16'384;

// The codes with which guests of one line continue on another device. The codes are not facts: if
// they are lost, the guest requests another one. A completed move is a fact.
// Invariants: at most one code per place; a code belongs to one place.
class MoveOffers {
  public:
    struct Offer {
        Number number;
        Instant until;
        std::optional<GuestId> taken_by;
    };

    // Replaces the place's earlier code. Returns false when the maximum is reached or the code is
    // in use.
    bool add(const Sha256Digest& code, Number number, Instant now);
    // Also finds a used code until it expires.
    Offer* find(const Sha256Digest& code, Instant now);
    std::size_t size() const { return in_order_.size(); }

  private:
    void drop_lapsed(Instant now);

    std::map<Sha256Digest, Offer> by_code_;
    std::map<Number, Sha256Digest> by_number_;
    // Includes replaced codes until they expire.
    std::deque<std::pair<Instant, Sha256Digest>> in_order_;
};

struct MoveDecision {
    MoveOutcome outcome;
    FactBodies facts;
};

// Unlike the rules of the line, these functions also record their decision in `offers`.
MoveOutcome offer_place(const Line& line, MoveOffers& offers, const command::OfferPlace& offer,
                        Instant now);
// The first guest who presents the code gets the place with its number, deadlines and admission. A
// rejected request does not use up the code. The guest who took the place may repeat the request.
MoveDecision take_place(const Line& line, MoveOffers& offers, const command::TakePlace& take,
                        Instant now);

}  // namespace onsale::waiting_room
