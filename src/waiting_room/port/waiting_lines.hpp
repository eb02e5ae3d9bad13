#pragma once

#include <vector>

#include <boost/asio/awaitable.hpp>

#include "waiting_room/domain/command.hpp"

namespace onsale::waiting_room {

// What guests do to the line. Embedded: the one writer; distributed: one Lua script each.
// Suspends: every call but seen(); it resumes on the caller's loop, when the outcome is durable and
// the loop's view already shows it.
// Thread safety: one object per loop, used on that loop.
class WaitingLines {
  public:
    virtual ~WaitingLines() = default;

    // Idempotent per guest: the same place again, and back from away or leaving.
    virtual boost::asio::awaitable<EnterOutcome> enter(command::Enter enter) = 0;
    virtual boost::asio::awaitable<EligibilityOutcome> check_eligibility(
        command::CheckEligibility check) = 0;
    virtual boost::asio::awaitable<PlaceOutcome> leave(command::Leave leave) = 0;
    virtual boost::asio::awaitable<PlaceOutcome> claim(command::Claim claim) = 0;
    virtual boost::asio::awaitable<PlaceOutcome> complete(command::Complete complete) = 0;
    // More time for the admission and its holds, together; each `which` once.
    virtual boost::asio::awaitable<PlaceOutcome> extend(command::Extend extend) = 0;
    virtual boost::asio::awaitable<PlaceOutcome> revoke(command::Revoke revoke) = 0;
    // The place's next code; the one before ends. A code may be lost with the process.
    virtual boost::asio::awaitable<MoveOutcome> offer_place(command::OfferPlace offer) = 0;
    // One of many takers gets the place; that one may ask again and gets the same answer.
    virtual boost::asio::awaitable<MoveOutcome> take_place(command::TakePlace take) = 0;

    // Signs of life since the last call, from guests who will not be told of again for `covers`,
    // though they may be seen. Nobody waits for it; false when it could not be taken, and the next
    // batch makes up for it.
    virtual bool seen(EventId event, std::vector<Number> numbers, Duration covers) = 0;
};

}  // namespace onsale::waiting_room
