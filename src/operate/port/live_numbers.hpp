#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "operate/domain/live_errors.hpp"
#include "operate/domain/live_series.hpp"
#include "waiting_room/domain/ids.hpp"

namespace onsale::operate {

// The numbers of one event, in the order of sale::read_event().
inline constexpr auto kEventColumns = std::to_array<LiveColumn>({
    {"waiting", LiveFold::kLast},
    {"away", LiveFold::kLast},
    {"active", LiveFold::kLast},
    {"maxActive", LiveFold::kLast},
    {"arrived", LiveFold::kSum},
    {"admitted", LiveFold::kSum},
    {"noShows", LiveFold::kSum},
    {"completed", LiveFold::kSum},
    {"left", LiveFold::kSum},
    {"silent", LiveFold::kSum},
    {"free", LiveFold::kLast},
    {"held", LiveFold::kLast},
    {"paying", LiveFold::kLast},
    {"sold", LiveFold::kLast},
    {"returned", LiveFold::kLast},
    {"unknown", LiveFold::kLast},  // Payments whose outcome is currently unknown.
    {"oldestUnknownS", LiveFold::kHighest},
    {"revenue", LiveFold::kSum},  // In the smallest unit of the currency.
    {"refunded", LiveFold::kSum},
    {"paymentsApproved", LiveFold::kSum},
    {"paymentsDeclined", LiveFold::kSum},
    {"paymentsUnknown", LiveFold::kSum},
    {"paymentP95Ms", LiveFold::kHighest},  // Over the last minute.
    {"holdsBegun", LiveFold::kSum},
});
using EventSeries = LiveSeries<kEventColumns.size()>;

// The numbers of the whole server, independent of events.
inline constexpr auto kServerColumns = std::to_array<LiveColumn>({
    {"requests", LiveFold::kSum},
    {"polls", LiveFold::kSum},
    {"refusals", LiveFold::kSum},
    {"topRefusal", LiveFold::kHighest},  // A TopRefusal. For a minute: that of its worst second.
    {"statusP99Us", LiveFold::kHighest},
    {"requestP99Us", LiveFold::kHighest},  // Over all guest routes.
    {"commitMeanUs", LiveFold::kHighest},
    {"queueDepth", LiveFold::kHighest},
    {"loopLagUs", LiveFold::kHighest},
});
using ServerSeries = LiveSeries<kServerColumns.size()>;
inline constexpr std::string_view kTopRefusalColumn = "topRefusal";

struct Refused {
    std::string_view code;
    std::uint64_t count = 0;
};

// The current and past numbers of a running server, sampled once a second.
// Thread safety: used on the operator's loop.
class LiveNumbers {
  public:
    virtual ~LiveNumbers() = default;

    // Null when the event has no history.
    virtual const EventSeries* find(waiting_room::EventId event) const = 0;
    virtual const ServerSeries& server() const = 0;
    virtual const ErrorSeries& errors() const = 0;
    // The most frequent refusals of the last minute, highest count first.
    virtual std::vector<Refused> top_refusals(std::size_t count_max) const = 0;
    // The code of the refusal that a TopRefusal names by its index.
    virtual std::string_view refused_code(std::size_t index) const = 0;
};

}  // namespace onsale::operate
