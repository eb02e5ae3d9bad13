#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/bytes.hpp"
#include "base/guest_id.hpp"
#include "base/time.hpp"
#include "seat/domain/due_set.hpp"
#include "seat/domain/fact.hpp"
#include "seat/domain/free_seats.hpp"
#include "seat/domain/seat_map.hpp"
#include "seat/domain/seating.hpp"

namespace onsale::seat {

// Incremented each time the seat is taken or refunded; never decreases. A late payment still gets
// the seat if the fence has not changed since the hold.
using Fence = std::uint32_t;

struct GivenBack {
    SeatIndex seat;
    Instant until;  // The guest cannot take the seat again before this time.
};

// A guest's activity in this hall. The first hold of the admission sets the deadline. The deadline
// outlives a release; otherwise a guest could hold seats forever by returning and taking them
// again.
struct Visit {
    enum class State : std::uint8_t { kNoHold, kHeld, kPaying };

    AdmissionKey admission;
    Instant deadline;
    State state = State::kNoHold;
    Seats seats;  // Seats of the open hold, in plan order.
    std::vector<GivenBack> given_back;
};

// Why the house reserves a seat, and for whom.
struct Block {
    std::string reason;
    std::string owner;
    std::uint32_t seats = 0;
};

// A seat as a store of seats knows it.
struct StoredSeat {
    SeatIndex seat;
    // Not kHeld, because holds are not stored. kReturned: waits for an operator.
    SeatState state = SeatState::kFree;
    Fence fence = 0;  // Of its last turn; zero if nobody ever had it.
    GuestId owner;    // Of a seat that is being paid or sold; zero if no rule asks who.
};

// The seats of one performance. The state changes only in evolve(); decisions are made in
// hall_rules.hpp. All times here and in the facts are line time (the event's clock), which stops
// while deadlines are frozen.
class Hall {
  public:
    Hall(std::shared_ptr<const Seating> seating, const HallRules& rules);
    Hall(std::shared_ptr<const Seating> seating, ByteReader& in);
    void save(ByteWriter& out) const;
    void evolve(const HallFact& fact, Instant now);

    // Where seats are stored elsewhere, the hall has only those that a decision needs. A seat may
    // be put again; the last time counts.
    // REQUIRES: the seat is in the hall.
    void put_seat(const StoredSeat& stored);
    // The guest is paying for the seats, which are put as well. No admission is kept by it.
    void put_paying(const GuestId& guest, Seats seats, Instant deadline);
    // Makes the hall as it was opened: only rules stay, and the map's version grows. Costs as much
    // as what was put and changed since the last time.
    void clear();

    const Seating& seating() const { return map_.seating(); }
    const HallRules& rules() const { return rules_; }
    const SeatMap& map() const { return map_; }
    const FreeSeats& free() const { return free_; }

    SeatState state(SeatIndex seat) const { return map_.state(seat); }
    Fence fence(SeatIndex seat) const { return fences_[seat.value]; }
    // The owner of a seat that is held, being paid or sold.
    std::optional<GuestId> owner(SeatIndex seat) const;
    bool owns(const GuestId& guest, SeatIndex seat) const { return owner(seat) == guest; }
    const Block* block(SeatIndex seat) const;
    // Null after the visit has expired.
    const Visit* visit(const GuestId& guest, Instant now) const;
    // Seats that the guest returned and cannot take again yet.
    Seats given_back(const GuestId& guest, Instant now) const;

    const std::unordered_map<GuestId, Visit>& visits() const { return visits_; }
    bool something_due(Instant now) const {
        return !hold_deadlines_.due(now, 1).empty() || !returns_.due(now, 1).empty();
    }
    const DueSet<GuestId>& hold_deadlines() const { return hold_deadlines_; }
    const DueSet<SeatIndex>& returns() const { return returns_; }

  private:
    void on(const fact::SeatsHeld& fact, Instant now);
    void on(const fact::HoldEnded& fact, Instant now);
    void on(const fact::PayingStarted& fact, Instant now);
    void on(const fact::PaymentDeclined& fact, Instant now);
    void on(const fact::SeatsSold& fact, Instant now);
    void on(const fact::SeatsRefunded& fact, Instant now);
    void on(const fact::SeatsFreed& fact, Instant now);
    void on(const fact::SeatsBlocked& fact, Instant now);
    void on(const fact::SeatsUnblocked& fact, Instant now);
    void on(const fact::RulesSet& fact, Instant now);

    void set(SeatIndex seat, SeatState to);
    void give_back(Visit& visit, SeatIndex seat, Instant free_at, Instant now);
    void end_hold(const GuestId& guest, Visit& visit);
    void forget_visits(Instant now);
    void unblock(SeatIndex seat);
    Seats touched() const;
    void load_seats(ByteReader& in);
    void load_visits(ByteReader& in);

    HallRules rules_;
    SeatMap map_;
    FreeSeats free_;
    std::vector<Fence> fences_;
    std::unordered_map<SeatIndex, GuestId> owners_;
    std::unordered_map<GuestId, Visit> visits_;
    DueSet<GuestId> hold_deadlines_;  // Holds that are not being paid.
    DueSet<GuestId> forget_at_;       // Expiry of visits without a hold.
    // When a returned seat becomes free. Seats that an operator must release are not in it.
    DueSet<SeatIndex> returns_;
    std::map<std::uint32_t, Block> blocks_;
    std::unordered_map<SeatIndex, std::uint32_t> block_of_;
    std::uint32_t last_block_ = 0;
    // What clear() must undo: the seats that were put, and all changes of the map after a version.
    Seats put_;
    std::uint64_t clear_version_ = 0;
};

}  // namespace onsale::seat
