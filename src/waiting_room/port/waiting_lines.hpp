#pragma once

#include <vector>

#include "base/port.hpp"
#include "waiting_room/domain/command.hpp"

namespace onsale::waiting_room {

// Guest actions on the line. Embedded: executed by the single writer. Distributed: one Lua script
// each.
// Suspends: every call except seen(). It resumes on the caller's loop when the outcome is durable
// and visible in the loop's view.
// Thread safety: one object per loop, used on that loop.
class WaitingLines : public Port<command::Enter, command::CheckEligibility, command::Leave,
                                 command::Claim, command::Complete, command::Extend,
                                 command::Revoke, command::OfferPlace, command::TakePlace> {
  public:
    // Reports the guests seen since the last call. Each report stays valid for `covers`: the guest
    // is not reported again during that time, even if seen. Does not wait for a result. Returns
    // false when the report was not accepted; guests who are still present are reported again
    // after `covers`.
    virtual bool seen(EventId event, std::vector<Number> numbers, Duration covers) = 0;
};

}  // namespace onsale::waiting_room
