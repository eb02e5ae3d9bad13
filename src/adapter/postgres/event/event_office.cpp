#include "adapter/postgres/event/event_office.hpp"

#include <algorithm>

#include "adapter/postgres/protocol/refusal.hpp"

namespace onsale::postgres {

using namespace waiting_room;

namespace {

// About 50 ms of the row's lock.
constexpr std::size_t kEntriesPerPage = 10'000;

sale::Facts facts_of(EventId event, FactBodies bodies) {
    sale::Facts facts;
    for (FactBody& body : bodies)
        facts.push_back(Fact{event, std::move(body)});
    return facts;
}

OperatorOutcome unknown_event() {
    return fail(OperatorRefusal{OperatorError::kUnknownEvent, "event", ""});
}

}  // namespace

// The facts have no consequences for other modules: those are about guests and their orders, and
// the replica has none.
EventOffice::Outcome EventOffice::change(Scope scope, Rule rule, Entries entries) {
    OperatorOutcome outcome = unknown_event();
    const auto decide_it = [&](const EventMoment& moment) {
        EventDecision decision{.event = scope.event};
        const Line* const line = store_.replica.find(scope.event);
        if (line == nullptr) return decision;
        OperatorDecision decided = rule(store_.replica.state(), *line, moment);
        if (!decided.outcome) {
            outcome = fail(std::move(decided.outcome.error()));
            return decision;
        }
        outcome = Changed{scope.event, line->version(), *decided.outcome};
        if (scope.rehearse) return decision;
        if (entries.count == 0)
            decision.facts = facts_of(scope.event, std::move(decided.facts));
        else
            put_page(decision, entries, 0, moment);
        return decision;
    };
    const auto error = co_await change_event(store_, {.event = scope.event}, decide_it);
    if (error) co_return refused<OperatorOutcome>(*error);
    if (outcome) outcome->version = store_.replica.find(scope.event)->version();
    co_return outcome;
}

Call<command::CreateEvent> EventOffice::handle(command::CreateEvent create) {
    OperatorOutcome outcome = unknown_event();
    const auto decide_it = [&](const EventMoment&) {
        const WaitingRoom& room = store_.replica.state().room();
        EventDecision decision{.event = room.next_id()};
        OperatorDecision decided = decide(room, create);
        if (decided.outcome)
            outcome = Changed{decision.event, 1, *decided.outcome};
        else
            outcome = fail(std::move(decided.outcome.error()));
        decision.facts = facts_of(decision.event, std::move(decided.facts));
        return decision;
    };
    const auto error = co_await change_event(store_, {.numbers = true}, decide_it);
    if (error) co_return refused<OperatorOutcome>(*error);
    co_return outcome;
}

Call<command::ListGuests> EventOffice::handle(command::ListGuests list) {
    const Entries entries{list.guests->size(), [list](Page page, const EventMoment& moment) {
                              return list_rows(list, page, moment);
                          }};
    return add({list.event, list.rehearse},
               [list](const sale::State&, const Line& line, const EventMoment& moment) {
                   return decide(line, list, moment.entries);
               },
               entries);
}

Call<command::BarGuests> EventOffice::handle(command::BarGuests bar) {
    const Entries entries{bar.guests->size(), [bar](Page page, const EventMoment& moment) {
                              return bar_rows(bar, page, moment);
                          }};
    return add({bar.event, bar.rehearse},
               [bar](const sale::State&, const Line& line, const EventMoment& moment) {
                   return decide(line, bar, moment.entries);
               },
               entries);
}

Call<command::IssueCodes> EventOffice::handle(command::IssueCodes issue) {
    const Entries entries{issue.codes->size(), [issue](Page page, const EventMoment& moment) {
                              return code_rows(issue, page, moment);
                          }};
    return add({issue.event, issue.rehearse},
               [issue](const sale::State&, const Line& line, const EventMoment& moment) {
                   return decide(line, issue, moment.entries);
               },
               entries);
}

// The rule decides about all entries at once, with the first page.
EventOffice::Outcome EventOffice::add(Scope scope, Rule rule, Entries entries) {
    auto outcome = co_await change(scope, std::move(rule), entries);
    if (!outcome || scope.rehearse) co_return outcome;
    for (std::size_t from = kEntriesPerPage; from < entries.count; from += kEntriesPerPage) {
        auto error = co_await add_page(scope.event, entries, from);
        if (!error) continue;
        error->outcome = CallOutcome::kOutcomeUnknown;  // The pages before it are written.
        co_return refused<OperatorOutcome>(*error);
    }
    co_return outcome;
}

boost::asio::awaitable<std::optional<CallError>> EventOffice::add_page(EventId event,
                                                                       Entries entries,
                                                                       std::size_t from) {
    co_return co_await change_event(store_, {.event = event}, [&](const EventMoment& moment) {
        EventDecision decision{.event = event};
        put_page(decision, entries, from, moment);
        return decision;
    });
}

void EventOffice::put_page(EventDecision& decision, const Entries& entries, std::size_t from,
                           const EventMoment& moment) {
    const Page page{from, std::min(entries.count, from + kEntriesPerPage)};
    decision.beside = entries.rows(page, moment);
    decision.entries = static_cast<std::uint32_t>(page.to - page.from);
}

}  // namespace onsale::postgres
