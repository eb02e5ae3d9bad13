#pragma once

#include "waiting_room/port/event_office.hpp"

namespace onsale::redis {

// The office of a process without an operator's site: the payment process owns the events.
class NoOffice : public waiting_room::EventOffice {
  public:
    using Outcome = boost::asio::awaitable<waiting_room::OperatorOutcome>;

    Outcome create(waiting_room::command::CreateEvent) override { return refuse(); }
    Outcome edit(waiting_room::command::EditEvent) override { return refuse(); }
    Outcome change(waiting_room::command::ChangeLifecycle) override { return refuse(); }
    Outcome delay(waiting_room::command::DelayOpening) override { return refuse(); }
    Outcome set_levers(waiting_room::command::SetLevers) override { return refuse(); }
    Outcome freeze(waiting_room::command::FreezeDeadlines) override { return refuse(); }
    Outcome move(waiting_room::command::MoveDeadlines) override { return refuse(); }
    Outcome list_guests(waiting_room::command::ListGuests) override { return refuse(); }
    Outcome bar_guests(waiting_room::command::BarGuests) override { return refuse(); }
    Outcome issue_codes(waiting_room::command::IssueCodes) override { return refuse(); }

  private:
    static Outcome refuse() {
        co_return fail(
            waiting_room::OperatorRefusal{waiting_room::OperatorError::kUnavailable, {}, {}});
    }
};

}  // namespace onsale::redis
