#include "adapter/redis/relay/relayed_office.hpp"

namespace onsale::redis {

using namespace waiting_room::command;
using waiting_room::EventId;

RelayedOffice::Outcome RelayedOffice::follow(Outcome decided, Count count) {
    const Deps deps = deps_;
    const auto timeout = timeout_;
    auto outcome = co_await std::move(decided);
    if (!outcome) co_return outcome;
    if (count) outcome->count = *count;
    const Deadline deadline = std::chrono::steady_clock::now() + timeout;
    deps.feed.follow(outcome->event);
    const auto id = co_await deps.relay.settled(outcome->event, deadline);
    if (id) (void)co_await deps.feed.wait_applied(outcome->event, *id, deadline);
    co_return outcome;
}

std::uint32_t RelayedOffice::in_line(EventId event) const {
    return line(event) == nullptr ? 0 : line(event)->book().keeping_count();
}

std::uint32_t RelayedOffice::in_line_or_inside(EventId event) const {
    return line(event) == nullptr ? 0 : in_line(event) + line(event)->ledger().size();
}

RelayedOffice::Count RelayedOffice::concerned(const EditEvent& edit) const {
    const auto* const view = line(edit.event);
    const bool is_same = view != nullptr && view->settings() == *edit.settings;
    return is_same ? 0 : in_line(edit.event);
}

RelayedOffice::Count RelayedOffice::concerned(const ChangeLifecycle& change) const {
    return in_line(change.event);
}

RelayedOffice::Count RelayedOffice::concerned(const DelayOpening& delay) const {
    return in_line(delay.event);
}

RelayedOffice::Count RelayedOffice::concerned(const SetLevers& set) const {
    const auto* const view = line(set.event);
    const bool is_same = view != nullptr && view->levers() == *set.levers;
    return is_same ? 0 : in_line(set.event);
}

RelayedOffice::Count RelayedOffice::concerned(const FreezeDeadlines& freeze) const {
    const auto* const view = line(freeze.event);
    const bool is_same = view != nullptr && view->clock().frozen() == freeze.frozen;
    return is_same ? 0 : in_line_or_inside(freeze.event);
}

RelayedOffice::Count RelayedOffice::concerned(const MoveDeadlines& move) const {
    return in_line_or_inside(move.event);
}

}  // namespace onsale::redis
