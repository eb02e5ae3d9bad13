#pragma once

#include "waiting_room/port/event_office.hpp"

namespace onsale::redis {

// The office of a process without an operator's site: the payment process owns the events.
class NoOffice : public Handles<NoOffice, waiting_room::EventOffice> {
  public:
    template <class Command>
    Call<Command> handle(const Command&) {
        return refuse();
    }

  private:
    static boost::asio::awaitable<waiting_room::OperatorOutcome> refuse() {
        co_return fail(
            waiting_room::OperatorRefusal{waiting_room::OperatorError::kUnavailable, {}, {}});
    }
};

}  // namespace onsale::redis
