#pragma once

#include <cstdint>
#include <optional>

#include "adapter/postgres/event/event_store.hpp"
#include "waiting_room/port/line_store.hpp"

namespace onsale::postgres {

// Numbers and codes of lines that are in Redis. A call changes one row or two and writes no fact,
// because many guests may wait for it. The rules decide on the replica; what is written is guarded
// by the number of the last change that they knew, so a change in between makes them decide again.
// REQUIRES: outlives its calls.
class LineStore final : public waiting_room::LineStore {
  public:
    explicit LineStore(EventStore& store) : store_(store) {}

    Call<waiting_room::command::TakeNumbers> call(
        waiting_room::command::TakeNumbers take) override;
    Call<waiting_room::command::SpendCode> call(waiting_room::command::SpendCode spend) override;

  private:
    // None: the event has changed meanwhile, so decide again.
    template <class Outcome>
    using Attempt = boost::asio::awaitable<std::optional<Outcome>>;
    Attempt<waiting_room::PlaceOutcome> attempt(waiting_room::command::TakeNumbers take,
                                                Deadline deadline);
    Attempt<waiting_room::CodeOutcome> attempt(waiting_room::command::SpendCode spend,
                                               Deadline deadline);
    template <class Command>
    Call<Command> decide_on_last_change(Command command);
    std::int64_t seq_of(EventId event) const {
        return static_cast<std::int64_t>(store_.replica.seq(event));
    }

    EventStore& store_;
};

}  // namespace onsale::postgres
