#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

#include "adapter/redis/feed/view_feed.hpp"
#include "adapter/redis/relay/line_relay.hpp"
#include "waiting_room/port/event_office.hpp"

namespace onsale::redis {

// The office of the process with the sale store. The store decides and records. The caller is
// answered when Redis and our own view have the change, or after a timeout: the store has it, and
// Redis will get it later. The store has no places, so the number of guests concerned comes from
// the view.
class RelayedOffice : public Handles<RelayedOffice, waiting_room::EventOffice> {
  public:
    using Outcome = boost::asio::awaitable<waiting_room::OperatorOutcome>;

    // REQUIRES: when a call of the store's office resumes, the relay has received its facts.
    struct Deps {
        waiting_room::EventOffice& store;
        LineRelay& relay;
        ViewFeed& feed;
        const waiting_room::RoomView& view;
    };
    RelayedOffice(Deps deps, std::chrono::milliseconds timeout) : deps_(deps), timeout_(timeout) {}

    template <class Command>
    Call<Command> handle(Command command) {
        const std::optional<std::uint32_t> count = concerned(command);
        return follow(deps_.store.call(std::move(command)), count);
    }

  private:
    using Count = std::optional<std::uint32_t>;

    // Without `count` the store's own count is used.
    Outcome follow(Outcome decided, Count count);
    // The guests whom the command concerns. Nothing: the store knows their number.
    Count concerned(const waiting_room::command::EditEvent& edit) const;
    Count concerned(const waiting_room::command::ChangeLifecycle& change) const;
    Count concerned(const waiting_room::command::DelayOpening& delay) const;
    Count concerned(const waiting_room::command::SetLevers& set) const;
    Count concerned(const waiting_room::command::FreezeDeadlines& freeze) const;
    Count concerned(const waiting_room::command::MoveDeadlines& move) const;
    Count concerned(const waiting_room::command::CreateEvent&) const { return {}; }
    Count concerned(const waiting_room::command::ListGuests&) const { return {}; }
    Count concerned(const waiting_room::command::BarGuests&) const { return {}; }
    Count concerned(const waiting_room::command::IssueCodes&) const { return {}; }
    std::uint32_t in_line(waiting_room::EventId event) const;
    std::uint32_t in_line_or_inside(waiting_room::EventId event) const;
    const waiting_room::LineView* line(waiting_room::EventId event) const {
        return deps_.view.find(event);
    }

    Deps deps_;
    std::chrono::milliseconds timeout_;
};

}  // namespace onsale::redis
