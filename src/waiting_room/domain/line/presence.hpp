#pragma once

#include <algorithm>
#include <cstdint>

#include "base/time.hpp"
#include "waiting_room/domain/ids.hpp"
#include "waiting_room/domain/set/chunked.hpp"

namespace onsale::waiting_room {

// When each number was last seen, in line time, as seconds in two bytes. This is deliberately not a
// fact: after a restart all guests count as just seen.
//
// Two bytes wrap after 18 hours. A mark is interpreted as up to 14 hours old, or as up to four
// hours ahead of line time, which happens when a lever has added time to the deadlines.
class Presence {
  public:
    static constexpr std::chrono::hours kAheadMax{4};

    // Rounds up, so that the silence of a guest is never overestimated.
    void mark(Number number, Instant line_now) {
        seen_.at(number.value) = seconds(line_now + std::chrono::milliseconds{999});
    }
    // Line time has just fallen back by `by` to `line_now`. Marks that would be further ahead than
    // kAheadMax are limited to it.
    void limit_ahead(std::uint32_t issued, Duration by, Instant line_now) {
        constexpr auto kLimit = static_cast<std::uint16_t>(kAheadMax / std::chrono::seconds{1});
        seen_.for_each([&](std::uint32_t value, std::uint16_t) {
            if (value > issued) return;
            const Duration ahead = by - signed_silence(Number{value}, line_now + by);
            if (ahead > kAheadMax)
                seen_.at(value) = static_cast<std::uint16_t>(seconds(line_now) + kLimit);
        });
    }
    std::chrono::seconds silence(Number number, Instant line_now) const {
        return std::max(signed_silence(number, line_now), std::chrono::seconds{0});
    }

  private:
    // Negative for a mark ahead of line time.
    std::chrono::seconds signed_silence(Number number, Instant line_now) const {
        constexpr std::int32_t kWrap = 65'536;
        constexpr auto kLongest =
            static_cast<std::int32_t>(kWrap - kAheadMax / std::chrono::seconds{1});
        const std::int32_t since =
            static_cast<std::uint16_t>(seconds(line_now) - seen_.get(number.value));
        return std::chrono::seconds{since < kLongest ? since : since - kWrap};
    }
    static std::uint16_t seconds(Instant instant) {
        return static_cast<std::uint16_t>(to_ms(instant) / 1000);
    }

    Chunked<std::uint16_t, 8192> seen_;
};

}  // namespace onsale::waiting_room
