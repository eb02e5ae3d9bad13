#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "adapter/http/api/measure/live_errors.hpp"
#include "adapter/http/api/measure/live_series.hpp"
#include "adapter/http/api/measure/live_totals.hpp"
#include "base/time.hpp"
#include "sale/domain/view/sale_figures.hpp"
#include "sale/domain/view/sale_view.hpp"
#include "waiting_room/domain/room_view.hpp"

namespace onsale::http {

// What the live numbers are read from.
struct LiveSource {
    const waiting_room::RoomView& view;
    const sale::SaleView& sale;
    const sale::SaleFigures& figures;
};

// The numbers of one event, in the order of read_event().
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
    {"unknown", LiveFold::kLast},  // Payments whose outcome is unknown now.
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
using EventReading = std::array<std::uint64_t, kEventColumns.size()>;  // Sums since ever.
EventReading read_event(const LiveSource& source, waiting_room::EventId event, Instant now);

// The numbers of the whole server, which no event owns.
inline constexpr auto kServerColumns = std::to_array<LiveColumn>({
    {"requests", LiveFold::kSum},
    {"polls", LiveFold::kSum},
    {"refusals", LiveFold::kSum},
    {"topRefusal", LiveFold::kHighest},  // A TopRefusal: of a minute, that of its worst second.
    {"statusP99Us", LiveFold::kHighest},
    {"requestP99Us", LiveFold::kHighest},  // Of all that guests call.
    {"commitMeanUs", LiveFold::kHighest},
    {"queueDepth", LiveFold::kHighest},
    {"loopLagUs", LiveFold::kHighest},
});
using ServerSeries = LiveSeries<kServerColumns.size()>;
inline constexpr std::string_view kTopRefusalColumn = "topRefusal";

// A minute of one event or of the server, for whoever keeps minutes beyond the process.
struct LiveMinute {
    enum class Kind : std::uint8_t { kServer = 1, kEvent = 2, kErrors = 3 };
    Kind kind{};
    waiting_room::EventId event{};  // Of an event's.
    std::uint32_t second = 0;
    std::uint32_t covers = 0;
    std::vector<std::uint32_t> values;

    friend bool operator==(const LiveMinute&, const LiveMinute&) = default;
};
// What the values of a minute mean: another text where they mean something else.
std::string live_shape();

// An hour by the second and a week by the minute of every event whose line lives. In memory;
// minutes can be taken out and put back after a restart. Thread safety: used on the admin loop.
class LiveHistory {
  public:
    // More than anybody sells at once. A full week of each is 32 times EventSeries::kBytesMax,
    // 46 MB. When there are more, the line that ended longest ago gives its history up.
    static constexpr std::size_t kEventsMax = 32;

    // A minute of an earlier process. REQUIRES: before begin(), of the same shape, and older ones
    // first; of two of the same minute the later one counts. One that has not come yet by `now` is
    // ignored.
    void restore(const LiveMinute& minute, Instant now);
    // From here on changes are counted; what happened before is not.
    void begin(const LiveSource& source, Instant now);
    // Once a second; a second sample of the same second is ignored.
    void sample(const LiveSource& source, const ServerTotals& totals, Instant now);

    // Null when the event has none.
    const EventSeries* find(waiting_room::EventId event) const;
    const ServerSeries& server() const { return server_; }
    const ErrorSeries& errors() const { return errors_; }
    // Minutes that began at `from` or later and before `until`, oldest first for each.
    std::vector<LiveMinute> minutes(std::uint32_t from, std::uint32_t until) const;

    struct Refused {
        std::string_view code;
        std::uint64_t count = 0;
    };
    // The most frequent of the last minute, most first.
    std::vector<Refused> top_refusals(std::size_t count_max) const;

  private:
    struct Kept {
        EventReading counted{};
        std::unique_ptr<EventSeries> series;
    };
    struct RefusedSecond {
        std::uint32_t second = 0;
        RefusedCounts counts{};
    };

    void sample_server(const ServerTotals& totals, std::uint32_t second, std::uint32_t covers);
    void sample_event(waiting_room::EventId id, const waiting_room::LineView& line,
                      const EventReading& now, std::uint32_t second, std::uint32_t covers);
    void remember_refusals(const LoopTotals& counted, std::uint32_t second);
    bool make_room(std::uint32_t previous_second);

    std::optional<std::uint32_t> last_second_;
    ServerTotals counted_;
    std::deque<RefusedSecond> refused_;  // Of the last minute.
    std::map<waiting_room::EventId, Kept> events_;
    ServerSeries server_{kServerColumns};
    ErrorSeries errors_;
};

}  // namespace onsale::http
