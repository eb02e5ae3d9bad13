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

// The changes of an event's deadlines in the store's journal after row `after`.
using PastMoves =
    std::function<std::vector<DeadlineMove>(waiting_room::EventId, std::uint64_t after)>;

// Applies events of the sale store to Redis: decisions of operators and the calendar, lists and
// bars. Changes are numbered by the rows of the store's journal, so a change that Redis has is
// skipped. Keeps its own copy of the store's lines, which have rules and switches but no places.
// Thread safety: none; used only on its client's loop.
class LineRelay {
  public:
    // `room` contains the store's lines after change number `change`. The constructor sends nothing
    // to Redis: LineWatch detects what is missing there.
    LineRelay(RelayLane::Deps deps, std::unique_ptr<waiting_room::WaitingRoom> room,
              std::uint64_t change, RelayConfig config, PastMoves past_moves = {});
    ~LineRelay();
    LineRelay(const LineRelay&) = delete;
    LineRelay& operator=(const LineRelay&) = delete;

    // Every row of the store's journal, in order.
    void apply(const sale::Facts& facts, Instant now);
    // Adds further calls that must follow the line whenever the whole line is sent again.
    using More = std::function<std::vector<RelayCall>(waiting_room::EventId)>;
    void tell_also(More more) { more_ = std::move(more); }
    // Adds a call after everything sent for the event so far.
    void add(waiting_room::EventId event, RelayCall call);
    // Redis has lost the line or a part of it: sends everything again.
    void tell_all(waiting_room::EventId event);
    // The line needs numbers: sends a block of `count` numbers from the sale store.
    void hand_out_numbers(waiting_room::EventId event, std::uint32_t count);
    const RelayConfig& config() const { return config_; }
    // `applied` is the last change that Redis has. Loads the deadline changes after it from the
    // journal, for the next tell_all(). Only the first call per event has an effect.
    void recall_moves(waiting_room::EventId event, std::uint64_t applied);
    // `applied` is the last change that Redis has. It is ahead of the store if the store was
    // restored from a backup. Then changes are numbered on from there, and the repeated state
    // counts as one change.
    void continue_from(std::uint64_t applied) {
        if (applied > change_) change_ = applied + 1;
    }

    const waiting_room::WaitingRoom& room() const { return *room_; }
    std::uint64_t change() const { return change_; }
    // The last change of the event; 0: none since the start.
    std::uint64_t change_of(waiting_room::EventId event) const;
    bool is_idle(waiting_room::EventId event) const;
    // Suspends until Redis has everything that apply() received for the event. Returns its stream
    // entry.
    boost::asio::awaitable<std::optional<StreamId>> settled(waiting_room::EventId event,
                                                            Deadline deadline);

  private:
    struct Relayed {
        std::shared_ptr<RelayLane> lane;
        std::uint64_t change = 0;
        std::vector<DeadlineMove> moves;  // Deadline changes that Redis may lose or have missed.
        bool has_recalled = false;
    };
    Relayed& relayed(waiting_room::EventId event);
    void relay(waiting_room::EventId event, const waiting_room::Facts& facts, bool opens);
    void keep_moves(waiting_room::EventId event, const waiting_room::Facts& facts);

    PastMoves past_moves_;
    RelayLane::Deps deps_;
    std::unique_ptr<waiting_room::WaitingRoom> room_;
    std::uint64_t change_;
    RelayConfig config_;
    std::map<waiting_room::EventId, Relayed> events_;
    More more_;
};

// True if guests may join now or at any moment.
bool takes_guests(const waiting_room::Line* line);

}  // namespace onsale::redis
