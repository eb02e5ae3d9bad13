#pragma once

#include <vector>

#include <boost/asio/awaitable.hpp>

#include "waiting_room/domain/command.hpp"

namespace onsale::waiting_room {

// Guest actions on the line. Embedded: executed by the single writer. Distributed: one Lua script
// each.
// Suspends: every call except seen(). It resumes on the caller's loop when the outcome is durable
// and visible in the loop's view.
// Thread safety: one object per loop, used on that loop.
class WaitingLines {
  public:
    virtual ~WaitingLines() = default;

    // Idempotent per guest: returns the existing place and ends its away or leaving state.
    virtual boost::asio::awaitable<EnterOutcome> enter(command::Enter enter) = 0;
    virtual boost::asio::awaitable<EligibilityOutcome> check_eligibility(
        command::CheckEligibility check) = 0;
    virtual boost::asio::awaitable<PlaceOutcome> leave(command::Leave leave) = 0;
    virtual boost::asio::awaitable<PlaceOutcome> claim(command::Claim claim) = 0;
    virtual boost::asio::awaitable<PlaceOutcome> complete(command::Complete complete) = 0;
    // Extends the admission together with its holds; each `which` only once.
    virtual boost::asio::awaitable<PlaceOutcome> extend(command::Extend extend) = 0;
    virtual boost::asio::awaitable<PlaceOutcome> revoke(command::Revoke revoke) = 0;
    // Replaces the place's code by a new one. Codes may be lost with the process.
    virtual boost::asio::awaitable<MoveOutcome> offer_place(command::OfferPlace offer) = 0;
    // Only one guest gets the place. A repeated request by that guest gets the same answer.
    virtual boost::asio::awaitable<MoveOutcome> take_place(command::TakePlace take) = 0;

    // Reports the guests seen since the last call. Each report stays valid for `covers`: the guest
    // is not reported again during that time, even if seen. Does not wait for a result. Returns
    // false when the report was not accepted; guests who are still present are reported again
    // after `covers`.
    virtual bool seen(EventId event, std::vector<Number> numbers, Duration covers) = 0;
};

}  // namespace onsale::waiting_room
