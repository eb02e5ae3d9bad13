#pragma once

#include <functional>
#include <utility>

#include "adapter/postgres/event/entry_rows.hpp"
#include "adapter/postgres/event/event_change.hpp"
#include "sale/domain/rule/office_rules.hpp"
#include "waiting_room/port/event_office.hpp"

namespace onsale::postgres {

// Executes the commands of operators about events, in PostgreSQL. The guests are in Redis, so this
// class does not know how many guests a change affects; the caller reads that from its view of the
// line. A list is written in pages, one transaction each. If a page fails, the pages before it stay
// written: the outcome is kOutcomeUnknown, and the call may be repeated.
// REQUIRES: outlives its calls.
class EventOffice final : public Handles<EventOffice, waiting_room::EventOffice> {
  public:
    explicit EventOffice(EventStore& store) : store_(store) {}

    template <class Command>
    Call<Command> handle(Command command) {
        const Scope scope{command.event, command.rehearse};
        return change(scope, [command = std::move(command)](const sale::State& state,
                                                            const waiting_room::Line& line,
                                                            const EventMoment& moment) {
            if constexpr (requires { sale::decide(state, command, moment.stamp); })
                return sale::decide(state, command, moment.stamp);
            else if constexpr (requires { decide(line, command, moment.stamp); })
                return decide(line, command, moment.stamp);
            else
                return decide(line, command);
        });
    }
    Call<waiting_room::command::CreateEvent> handle(waiting_room::command::CreateEvent create);
    Call<waiting_room::command::ListGuests> handle(waiting_room::command::ListGuests list);
    Call<waiting_room::command::BarGuests> handle(waiting_room::command::BarGuests bar);
    Call<waiting_room::command::IssueCodes> handle(waiting_room::command::IssueCodes issue);

  private:
    using Outcome = boost::asio::awaitable<waiting_room::OperatorOutcome>;
    using Rule = std::function<waiting_room::OperatorDecision(
        const sale::State&, const waiting_room::Line&, const EventMoment&)>;
    struct Scope {
        EventId event;
        bool rehearse = false;
    };
    // Entries that are rows of their own and not facts.
    struct Entries {
        std::size_t count;
        std::function<std::vector<Command>(Page, const EventMoment&)> rows;
    };

    // With entries, those of the first page are written instead of the facts.
    Outcome change(Scope scope, Rule rule, Entries entries);
    Outcome change(Scope scope, Rule rule) { return change(scope, std::move(rule), {0, {}}); }
    Outcome add(Scope scope, Rule rule, Entries entries);
    boost::asio::awaitable<std::optional<CallError>> add_page(EventId event, Entries entries,
                                                              std::size_t from);
    static void put_page(EventDecision& decision, const Entries& entries, std::size_t from,
                         const EventMoment& moment);

    EventStore& store_;
};

}  // namespace onsale::postgres
