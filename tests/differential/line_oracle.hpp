#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/guest_id.hpp"
#include "base/sha256.hpp"
#include "base/time.hpp"
#include "tests/differential/redis_link.hpp"
#include "waiting_room/domain/command.hpp"
#include "waiting_room/domain/line/line.hpp"
#include "waiting_room/domain/line/line_rules.hpp"
#include "waiting_room/domain/line/place_move.hpp"
#include "waiting_room/domain/line/presence.hpp"

namespace onsale::differential {

// One entering guest of a batch.
struct Entering {
    GuestId guest;
    waiting_room::Number shown;  // The number in its queue token; 0 if it has none.
    std::optional<Sha256Digest> code;
    std::vector<std::string> claims;  // Ids of phases.
};

// The numbers that a line may issue, as line_block received them.
struct NumberBlock {
    std::uint32_t end = 0;
    std::uint32_t epoch_from = 0;
    std::uint32_t drawn = 0;  // Numbers up to this one have a drawn place or none.
    bool lost = false;        // Another server process has taken over and has no block yet.
};

// Computes the answers and facts that a script must produce. It calls the rules of
// waiting_room/domain as the engine does. Answers are words of the scripts, with numbers in
// decimal.
class LineOracle {
  public:
    LineOracle(waiting_room::EventId event,
               std::shared_ptr<const waiting_room::EventSettings> settings, Instant now);

    void set_now(Instant now) { now_ = now; }
    Instant now() const { return now_; }
    const waiting_room::Line& line() const { return line_; }
    NumberBlock& block() { return block_; }
    // Returns the facts since the last call in their journal encoding.
    std::string take_facts();

    // Also returns in `proofs` the proof that the sale store would send for each guest.
    Words enter(const std::vector<Entering>& batch, bool scheduler_at_work, Words& proofs);
    Words leave(const waiting_room::command::Leave& leave);
    Words claim(const waiting_room::command::Claim& claim);
    Words extend(const waiting_room::command::Extend& extend);
    Words complete(const waiting_room::command::Complete& complete);
    Words revoke(const waiting_room::command::Revoke& revoke);
    Words offer(const waiting_room::command::OfferPlace& offer);
    Words take(const waiting_room::command::TakePlace& take);
    Words seen(const std::vector<waiting_room::Number>& numbers, Duration covers);
    Words admit(std::uint32_t limit);
    Words sweep(std::uint32_t from, std::uint32_t size);
    // Views do not get the list itself, only the places that it ends.
    void bar_guests(const std::vector<GuestId>& guests, bool bar);
    void set(const waiting_room::Facts& facts);
    // While a lobby is drawn, nobody joins and no place ends.
    void set_drawing(bool drawing) { drawing_ = drawing; }

  private:
    std::string proof(const Entering& entering) const;
    void record(waiting_room::FactBodies bodies);
    void mark(waiting_room::Number number, Duration covers = {});
    std::string enter_one(const Entering& entering);
    std::string enter_again(const Entering& entering);
    bool may_be_lost(waiting_room::Number shown) const;
    bool is_buying(std::optional<waiting_room::Number> number) const;
    Words placed(const waiting_room::PlaceDecision& decision);
    // Milliseconds until the next admission, or -1 for never. `limited`: the last call admitted as
    // many as the limit and the bucket allowed.
    std::int64_t admits_again_in(bool limited) const;
    std::int64_t next_deadline_in() const;
    bool is_anybody_there() const;

    waiting_room::Line line_;
    waiting_room::Presence presence_;
    waiting_room::MoveOffers offers_;
    NumberBlock block_;
    bool drawing_ = false;
    Instant now_;
    std::string facts_;
};

}  // namespace onsale::differential
