#include "adapter/redis/relay/relayed_sale_office.hpp"

#include <utility>

namespace onsale::redis {

using namespace sale::command;
using sale::OfficeError;
using sale::OfficeRefusal;
using seat::SeatState;
using waiting_room::EventId;

RelayedSaleOffice::Outcome RelayedSaleOffice::follow(EventId event, Outcome decided,
                                                     std::optional<std::uint32_t> count) {
    const Deps deps = deps_;
    const auto timeout = timeout_;
    auto outcome = co_await std::move(decided);
    if (!outcome) co_return outcome;
    if (count) outcome = *count;
    const Deadline deadline = std::chrono::steady_clock::now() + timeout;
    const auto id = co_await deps.relay.settled(event, deadline);
    if (id) (void)co_await deps.feed.wait_applied(event, *id, deadline);
    co_return outcome;
}

seat::Seats RelayedSaleOffice::held(const BlockSeats& block) const {
    seat::Seats held;
    const sale::HallView* const hall = deps_.view.find(block.event, block.performance);
    if (hall == nullptr) return held;
    for (const std::string& id : block.seats) {
        const auto seat = hall->seating().find(id);
        if (seat && (hall->map().state(*seat) == SeatState::kHeld ||
                     hall->map().state(*seat) == SeatState::kPaying))
            held.push_back(*seat);
    }
    return held;
}

RelayedSaleOffice::Outcome RelayedSaleOffice::call(BlockSeats block) {
    // A block does not break an existing hold. A guest who selects the seat at the same moment
    // loses it.
    seat::Seats taken = held(block);
    if (!taken.empty())
        co_return fail(OfficeRefusal{
            OfficeError::kHall, {}, {seat::HallError::kSeatTaken, std::move(taken), {}}});
    co_return co_await handle(std::move(block));
}

RelayedSaleOffice::Outcome RelayedSaleOffice::call(SetLevers set) {
    const EventId event = set.event;
    const std::uint32_t holding = deps_.view.counts(event)[SeatState::kHeld];
    return follow(event, deps_.store.call(std::move(set)), holding);
}

}  // namespace onsale::redis
