#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "adapter/redis/feed/view_feed.hpp"
#include "adapter/redis/relay/line_relay.hpp"
#include "waiting_room/port/event_office.hpp"

namespace onsale::redis {

// The office of the process with the sale store. The store decides and records. The caller is
// answered when Redis and our own view have the change, or after a timeout: the store has it, and
// Redis will get it later. The store has no places, so the number of guests concerned comes from
// the view.
class RelayedOffice : public waiting_room::EventOffice {
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

    Outcome create(waiting_room::command::CreateEvent create) override;
    Outcome edit(waiting_room::command::EditEvent edit) override;
    Outcome change(waiting_room::command::ChangeLifecycle change) override;
    Outcome delay(waiting_room::command::DelayOpening delay) override;
    Outcome set_levers(waiting_room::command::SetLevers set) override;
    Outcome freeze(waiting_room::command::FreezeDeadlines freeze) override;
    Outcome move(waiting_room::command::MoveDeadlines move) override;
    Outcome list_guests(waiting_room::command::ListGuests list) override;
    Outcome bar_guests(waiting_room::command::BarGuests bar) override;
    Outcome issue_codes(waiting_room::command::IssueCodes issue) override;

  private:
    // Without `count` the store's own count is used.
    Outcome follow(Outcome decided, std::optional<std::uint32_t> count = {});
    std::uint32_t in_line(waiting_room::EventId event) const;
    std::uint32_t in_line_or_inside(waiting_room::EventId event) const;
    const waiting_room::LineView* line(waiting_room::EventId event) const {
        return deps_.view.find(event);
    }

    Deps deps_;
    std::chrono::milliseconds timeout_;
};

}  // namespace onsale::redis
