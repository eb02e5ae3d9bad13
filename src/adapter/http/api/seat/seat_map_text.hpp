#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "adapter/http/api/context/cached_time.hpp"
#include "adapter/http/api/context/gzip.hpp"
#include "adapter/http/api/context/loop_context.hpp"
#include "base/time.hpp"
#include "seat/domain/seat_map.hpp"

namespace onsale::http {

// A seat's state for clients: 'f' free, 'h' held or being paid, 's' sold or being returned, 'b'
// blocked. The owner is never revealed. A guest's own seats are listed by their numbers.
char seat_letter(seat::SeatState state);

// The hold of the asking guest in this hall.
struct OwnHold {
    std::span<const seat::SeatIndex> seats{};
    Instant until{};
    bool paying = false;
    bool frozen = false;         // Deadlines are frozen, so `until` moves forward with time.
    std::uint64_t revision = 0;  // Changes whenever a field above changes; never 0.
};

// A client's request for the map.
struct SeatMapAsk {
    std::optional<std::uint64_t> since{};  // The version that the client has.
    bool gzip = false;
    const OwnHold* hold = nullptr;
    Degraded degraded = Degraded::kNo;
};

// The ETag of a map for one guest, with its quotes: "17", or "17-5" with a hold.
class SeatMapTag {
  public:
    SeatMapTag(std::uint64_t version, const OwnHold* hold);
    std::string_view text() const { return {text_.data(), size_}; }

  private:
    // Fits two numbers of at most 20 digits and three other characters.
    std::array<char, 48> text_;
    std::size_t size_ = 0;
};

// One hall's seat map as JSON, written and compressed once for all guests. An answer is a copy with
// the guest's own part at its end.
// Thread safety: one per loop.
class SeatMapText {
  public:
    SeatMapText(std::string_view event, std::string_view performance);

    // Takes a new picture when the map has changed and the last picture is old enough. Call it with
    // each request, before the functions below. `known_at`: when the map was known to be current,
    // which is earlier than now when the map is fed from Redis.
    void look(const seat::SeatMap& map, Instant now, Instant known_at);
    void look(const seat::SeatMap& map, Instant now) { look(map, now, now); }

    SeatMapTag tag(const OwnHold* hold) const { return {version_, hold}; }
    std::uint64_t version() const { return version_; }

    // Appends the whole picture, or the changes since `ask.since` when they are known and shorter.
    // Returns true when the text is compressed; short answers are not.
    bool append(std::string& out, const seat::SeatMap& map, const SeatMapAsk& ask);

  private:
    // The common prefix of all answers.
    struct Start {
        std::string text;
        std::optional<GzipStart> packed{};  // Created for the first client that accepts gzip.
    };

    void take_picture(const seat::SeatMap& map);
    std::string head() const;
    // Null when the whole map must be sent.
    Start* changes(const seat::SeatMap& map, std::uint64_t since);
    std::string changes_text(std::uint64_t since, const seat::Seats& seats) const;
    void append_ending(std::string& out, const SeatMapAsk& ask);

    std::string names_;  // {"eventId":"...","performanceId":"...
    bool taken_ = false;
    Instant taken_at_{};
    Instant as_of_{};  // When the map was last known to match the picture.
    std::uint64_t version_ = 0;
    std::string states_;
    std::string counts_;
    Start whole_;
    std::map<std::uint64_t, Start> changes_;  // Keyed by `since`; valid for the current picture.
    TimeText as_of_text_;
    std::string ending_;  // Reused buffer.
};

// A change must be visible within a second. This leaves time for the way to the loop and back.
constexpr Duration kPictureInterval = std::chrono::milliseconds{250};
// More changes are, compressed, about as long as the whole map of a stadium.
constexpr std::uint64_t kSeatChangesMax = 1'024;
// Clients that poll every two seconds may have any of the last eight pictures of a few loops.
constexpr std::size_t kSinceVersionsMax = 64;

}  // namespace onsale::http
