#include "adapter/redis/relay/relayed_office.hpp"

namespace onsale::redis {

using namespace waiting_room::command;
using waiting_room::EventId;

RelayedOffice::Outcome RelayedOffice::follow(Outcome decided, std::optional<std::uint32_t> count) {
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

RelayedOffice::Outcome RelayedOffice::create(CreateEvent create) {
    return follow(deps_.store.create(std::move(create)));
}

RelayedOffice::Outcome RelayedOffice::edit(EditEvent edit) {
    const auto* const view = line(edit.event);
    const bool is_same = view != nullptr && view->settings() == *edit.settings;
    const std::uint32_t count = is_same ? 0 : in_line(edit.event);
    return follow(deps_.store.edit(std::move(edit)), count);
}

RelayedOffice::Outcome RelayedOffice::change(ChangeLifecycle change) {
    return follow(deps_.store.change(change), in_line(change.event));
}

RelayedOffice::Outcome RelayedOffice::delay(DelayOpening delay) {
    return follow(deps_.store.delay(delay), in_line(delay.event));
}

RelayedOffice::Outcome RelayedOffice::set_levers(SetLevers set) {
    const auto* const view = line(set.event);
    const bool is_same = view != nullptr && view->levers() == *set.levers;
    const std::uint32_t count = is_same ? 0 : in_line(set.event);
    return follow(deps_.store.set_levers(std::move(set)), count);
}

RelayedOffice::Outcome RelayedOffice::freeze(FreezeDeadlines freeze) {
    const auto* const view = line(freeze.event);
    const bool is_same = view != nullptr && view->clock().frozen() == freeze.frozen;
    const std::uint32_t count = is_same ? 0 : in_line_or_inside(freeze.event);
    return follow(deps_.store.freeze(freeze), count);
}

RelayedOffice::Outcome RelayedOffice::move(MoveDeadlines move) {
    return follow(deps_.store.move(move), in_line_or_inside(move.event));
}

RelayedOffice::Outcome RelayedOffice::list_guests(ListGuests list) {
    return follow(deps_.store.list_guests(std::move(list)));
}

RelayedOffice::Outcome RelayedOffice::bar_guests(BarGuests bar) {
    return follow(deps_.store.bar_guests(std::move(bar)));
}

RelayedOffice::Outcome RelayedOffice::issue_codes(IssueCodes issue) {
    return follow(deps_.store.issue_codes(std::move(issue)));
}

}  // namespace onsale::redis
