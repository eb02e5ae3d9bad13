#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include <boost/asio/awaitable.hpp>

#include "adapter/postgres/client/client.hpp"
#include "adapter/postgres/event/event_row.hpp"
#include "sale/domain/state.hpp"

namespace onsale::postgres {

// The events of the deployment, as one loop of a process knows them: settings, levers, calendar,
// terms, and halls without seats that are taken. It is made of the rows of event_facts and nothing
// else. Guests, lists, orders and owners of seats stay in their tables.
// Rows are applied in the order of their commits, so ids of events and halls are the same everywhere.
// Thread safety: none; one object for each loop.
class EventReplica {
  public:
    enum class Applied : std::uint8_t {
        kAll,         // Everything that the statement could see.
        kMore,        // There are more rows: ask again.
        kUnreadable,  // A newer version of the program wrote a fact that this one does not know.
    };

    // REQUIRES: who puts orders or seats into the state takes them out before the next suspension.
    sale::State& state() { return state_; }
    const sale::State& state() const { return state_; }
    const waiting_room::Line* find(EventId event) const { return state_.room().find(event); }

    // The last row of the event that was applied (events.seq); 0: the event is not known here.
    std::uint64_t seq(EventId event) const;
    // True: the database has rows of the event that are not in the state. Read news() before a
    // decision.
    bool is_behind(EventId event, std::uint64_t stored_seq) const {
        return seq(event) < stored_seq;
    }

    // Reads the rows of all events that were committed since. Cheap if there are none. Belongs into
    // the transaction that decides, after the locks.
    Command news() const;
    // Applies the answer to news(). Rows that are applied already are skipped, so the answers to
    // calls that overlap may come in any order.
    Applied apply(const Rows& rows);
    // A row that this process has committed itself.
    // REQUIRES: what it was decided on has been applied.
    void apply(const EventRow& row);

    // The numbers up to this one were handed out to the line, wherever it lives. They are not facts.
    void skip_numbers(EventId event, std::uint32_t until);

    // Suspends. Reads until nothing is new. The error is always kUnavailable. With kSchema, a newer
    // version of the program has written what this one cannot read.
    boost::asio::awaitable<std::optional<CallError>> refresh(Client& client, Deadline deadline);

  private:
    void evolve(const EventRow& row);

    sale::State state_;
    std::uint64_t last_change_ = 0;
    std::map<EventId, std::uint64_t> seqs_;
};

// The refusal to decide on a state that is older than the database.
CallError unreadable();

}  // namespace onsale::postgres
