#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>

#include "adapter/redis/relay/relay_lane.hpp"
#include "adapter/redis/script/line_change.hpp"
#include "sale/domain/fact.hpp"
#include "waiting_room/domain/waiting_room.hpp"

namespace onsale::redis {

// The moves of an event's deadlines that the store's journal has after that row.
using PastMoves =
    std::function<std::vector<DeadlineMove>(waiting_room::EventId, std::uint64_t after)>;

// Brings events from the sale store to Redis: what operators and the calendar have decided, lists
// and bars. Changes are numbered by the rows of the store's journal, so a change that Redis has is
// skipped. Keeps its own copy of the store's lines, which have rules and switches and no places.
// Thread safety: none; on its client's loop.
class LineRelay {
  public:
    // `room`: the store's lines after its change number `change`. Nothing is told to Redis by this:
    // LineWatch finds out what it does not know.
    LineRelay(RelayLane::Parts parts, std::unique_ptr<waiting_room::WaitingRoom> room,
              std::uint64_t change, RelayConfig config, PastMoves past_moves = {});
    ~LineRelay();
    LineRelay(const LineRelay&) = delete;
    LineRelay& operator=(const LineRelay&) = delete;

    // What the store has published: every row of its journal, in order.
    void apply(const sale::Facts& facts, Instant now);
    // What else must be told of an event whenever its line is told anew; after the line itself.
    using More = std::function<std::vector<RelayCall>(waiting_room::EventId)>;
    void tell_also(More more) { more_ = std::move(more); }
    // After everything that was told of the event so far.
    void add(waiting_room::EventId event, RelayCall call);
    // Redis has lost the line, or a part of it.
    void tell_all(waiting_room::EventId event);
    // The line needs numbers: a block of so many, from the desk.
    void hand_out_numbers(waiting_room::EventId event, std::uint32_t count);
    const RelayConfig& config() const { return config_; }
    // Redis has applied what the store had told before this process: what else was moved since is
    // told along with everything else. Once for each event.
    void recall_moves(waiting_room::EventId event, std::uint64_t applied);
    // What Redis has applied. If that is ahead of the store, which then came back from a backup,
    // changes are numbered on from there, and what is told again counts as one.
    void continue_from(std::uint64_t applied) {
        if (applied > change_) change_ = applied + 1;
    }

    const waiting_room::WaitingRoom& room() const { return *room_; }
    std::uint64_t change() const { return change_; }
    // The last change of the event; 0: none since the start.
    std::uint64_t change_of(waiting_room::EventId event) const;
    bool is_idle(waiting_room::EventId event) const;
    // Suspends until Redis knows all that apply() has been told of the event; where in its stream.
    boost::asio::awaitable<std::optional<StreamId>> settled(waiting_room::EventId event,
                                                            Deadline deadline);

  private:
    struct Relayed {
        std::shared_ptr<RelayLane> lane;
        std::uint64_t change = 0;
        std::vector<DeadlineMove> moves;  // By changes that Redis may lose, or have missed.
        bool has_recalled = false;
    };
    Relayed& relayed(waiting_room::EventId event);
    void relay(waiting_room::EventId event, const waiting_room::Facts& facts, bool opens);
    void keep_moves(waiting_room::EventId event, const waiting_room::Facts& facts);

    PastMoves past_moves_;
    RelayLane::Parts parts_;
    std::unique_ptr<waiting_room::WaitingRoom> room_;
    std::uint64_t change_;
    RelayConfig config_;
    std::map<waiting_room::EventId, Relayed> events_;
    More more_;
};

// Guests may come now, or at any moment.
bool takes_guests(const waiting_room::Line* line);

}  // namespace onsale::redis
