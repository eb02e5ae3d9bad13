#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "adapter/http/live_series.hpp"
#include "adapter/http/live_totals.hpp"
#include "base/time.hpp"
#include "sale/domain/sale_figures.hpp"
#include "sale/domain/sale_view.hpp"
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
    {"commitMeanUs", LiveFold::kHighest},
    {"queueDepth", LiveFold::kHighest},
    {"loopLagUs", LiveFold::kHighest},
});
using ServerSeries = LiveSeries<kServerColumns.size()>;
inline constexpr std::string_view kTopRefusalColumn = "topRefusal";

// The most frequent refusal in one value that compares by its count.
struct TopRefusal {
    std::uint32_t packed = 0;
    static constexpr std::uint32_t kCountMax = (1u << 24) - 1;

    static TopRefusal of(std::size_t code, std::uint64_t count) {
        const auto bounded = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, kCountMax));
        return {bounded << 8 | static_cast<std::uint32_t>(code)};
    }
    std::uint32_t count() const { return packed >> 8; }
    std::string_view code() const { return refused_code(packed & 0xFF); }
};
static_assert(kRefusedCodes <= 256, "a code must fit the low byte of a TopRefusal");

// An hour by the second and a week by the minute of every event whose line lives. Kept in memory
// only: it begins with the process.
// Thread safety: used on the admin loop.
class LiveHistory {
  public:
    // More than anybody sells at once. A full week of each is 32 times EventSeries::kBytesMax,
    // 44 MB. When there are more, the line that ended longest ago gives its history up.
    static constexpr std::size_t kEventsMax = 32;

    // From here on changes are counted; what happened before is not.
    void begin(const LiveSource& source, Instant now);
    // Once a second; a second sample of the same second is ignored.
    void sample(const LiveSource& source, const ServerTotals& totals, Instant now);

    // Null when the event has none.
    const EventSeries* find(waiting_room::EventId event) const;
    const ServerSeries& server() const { return server_; }

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
    using RefusedCounts = std::array<std::uint32_t, kRefusedCodes>;
    struct RefusedSecond {
        std::uint32_t second = 0;
        RefusedCounts counts{};
    };

    void sample_server(const ServerTotals& totals, std::uint32_t second, std::uint32_t covers);
    void sample_event(waiting_room::EventId id, const waiting_room::LineView& line,
                      const EventReading& now, std::uint32_t second, std::uint32_t covers);
    void remember_refusals(const LoopTotals& totals, std::uint32_t second);
    bool make_room(std::uint32_t previous_second);

    std::optional<std::uint32_t> last_second_;
    ServerTotals counted_;
    std::deque<RefusedSecond> refused_;  // Of the last minute.
    std::map<waiting_room::EventId, Kept> events_;
    ServerSeries server_{kServerColumns};
};

}  // namespace onsale::http
