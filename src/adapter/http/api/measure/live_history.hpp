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

// The sources of the live numbers.
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
using EventReading = std::array<std::uint64_t, kEventColumns.size()>;  // Sums are totals.
EventReading read_event(const LiveSource& source, waiting_room::EventId event, Instant now);

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

// A minute of one event or of the server, in a form that can be stored beyond this process.
struct LiveMinute {
    enum class Kind : std::uint8_t { kServer = 1, kEvent = 2, kErrors = 3 };
    Kind kind{};
    waiting_room::EventId event{};  // Only for kEvent.
    std::uint32_t second = 0;
    std::uint32_t covers = 0;
    std::vector<std::uint32_t> values;

    friend bool operator==(const LiveMinute&, const LiveMinute&) = default;
};
// Describes the meaning of a minute's values. The text changes when the meaning changes.
std::string live_shape();

// One hour by second and one week by minute for every event whose line is alive. Kept in memory;
// minutes can be exported and restored after a restart. Thread safety: used on the admin loop.
class LiveHistory {
  public:
    // More events than are ever on sale at once. A full week of each is 32 times
    // EventSeries::kBytesMax, 46 MB. Beyond the limit, the line that ended first loses its history.
    static constexpr std::size_t kEventsMax = 32;

    // Adds a minute that an earlier process stored. REQUIRES: before begin(), of the same shape,
    // oldest first. Of two entries for the same minute the later one wins. A minute later than
    // `now` is ignored.
    void restore(const LiveMinute& minute, Instant now);
    // Changes are counted from here on. Earlier changes are not.
    void begin(const LiveSource& source, Instant now);
    // Call it once a second. A second sample in the same second is ignored.
    void sample(const LiveSource& source, const ServerTotals& totals, Instant now);

    // Null when the event has no history.
    const EventSeries* find(waiting_room::EventId event) const;
    const ServerSeries& server() const { return server_; }
    const ErrorSeries& errors() const { return errors_; }
    // Minutes that began at `from` or later and before `until`; oldest first within each series.
    std::vector<LiveMinute> minutes(std::uint32_t from, std::uint32_t until) const;

    struct Refused {
        std::string_view code;
        std::uint64_t count = 0;
    };
    // The most frequent refusals of the last minute, highest count first.
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
    std::deque<RefusedSecond> refused_;  // Covers the last minute.
    std::map<waiting_room::EventId, Kept> events_;
    ServerSeries server_{kServerColumns};
    ErrorSeries errors_;
};

}  // namespace onsale::http
