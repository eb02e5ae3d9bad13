#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "adapter/http/api/measure/live_totals.hpp"
#include "base/time.hpp"
#include "operate/port/live_numbers.hpp"
#include "sale/app/numbers/event_reading.hpp"

namespace onsale::server {

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
// The start of the minute, in seconds since 1970.
std::uint32_t minute_of(Instant now);
// Describes the meaning of a minute's values. The text changes when the meaning changes.
std::string live_shape();

// One hour by second and one week by minute for every event whose line is alive. Kept in memory;
// minutes can be exported and restored after a restart. Thread safety: used on the admin loop.
class LiveHistory final : public operate::LiveNumbers {
  public:
    // More events than are ever on sale at once. A full week of each is 32 times
    // operate::EventSeries::kBytesMax, 46 MB. Beyond the limit, the line that ended first loses its
    // history.
    static constexpr std::size_t kEventsMax = 32;

    // Adds a minute that an earlier process stored. REQUIRES: before begin(), of the same shape,
    // oldest first. Of two entries for the same minute the later one wins. A minute later than
    // `now` is ignored.
    void restore(const LiveMinute& minute, Instant now);
    // Changes are counted from here on. Earlier changes are not.
    void begin(const sale::LiveSource& source, Instant now);
    // Call it once a second. A second sample in the same second is ignored.
    void sample(const sale::LiveSource& source, const http::ServerTotals& totals, Instant now);

    const operate::EventSeries* find(waiting_room::EventId event) const override;
    const operate::ServerSeries& server() const override { return server_; }
    const operate::ErrorSeries& errors() const override { return errors_; }
    std::vector<operate::Refused> top_refusals(std::size_t count_max) const override;
    std::string_view refused_code(std::size_t index) const override;
    // Minutes that began at `from` or later and before `until`; oldest first within each series.
    std::vector<LiveMinute> minutes(std::uint32_t from, std::uint32_t until) const;

  private:
    struct Kept {
        sale::EventReading counted{};
        std::unique_ptr<operate::EventSeries> series;
    };
    struct RefusedSecond {
        std::uint32_t second = 0;
        operate::RefusedCounts counts;
    };

    void sample_server(const http::ServerTotals& totals, std::uint32_t second,
                       std::uint32_t covers);
    void sample_event(waiting_room::EventId id, const waiting_room::LineView& line,
                      const sale::EventReading& now, std::uint32_t second, std::uint32_t covers);
    void remember_refusals(const http::LoopTotals& counted, std::uint32_t second);
    bool make_room(std::uint32_t previous_second);

    std::optional<std::uint32_t> last_second_;
    http::ServerTotals counted_;
    std::deque<RefusedSecond> refused_;  // Covers the last minute.
    std::map<waiting_room::EventId, Kept> events_;
    operate::ServerSeries server_{operate::kServerColumns};
    operate::ErrorSeries errors_{http::kRefusedCodes};
};

}  // namespace onsale::server
