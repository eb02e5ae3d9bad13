#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "adapter/http/api/context/gzip.hpp"
#include "adapter/http/guest/queue/queue_answer_text.hpp"
#include "base/time.hpp"
#include "seat/domain/seat_map.hpp"

namespace onsale::http {

// A seat as clients see it: 'f' free, 'h' held or being paid, 's' sold or on its way back, 'b'
// blocked. Whose it is nobody learns; a guest's own seats are listed by their numbers.
char seat_letter(seat::SeatState state);

// What the guest who asks has in this hall.
struct OwnHold {
    std::span<const seat::SeatIndex> seats{};
    Instant until{};
    bool paying = false;
    bool frozen = false;         // Deadlines stand still: `until` is later the later one asks.
    std::uint64_t revision = 0;  // Another one whenever anything above is another; not 0.
};

// What a client asks of the map.
struct SeatMapAsk {
    std::optional<std::uint64_t> since{};  // The version that it has.
    bool gzip = false;
    const OwnHold* hold = nullptr;
    Degraded degraded = Degraded::kNo;
};

// The ETag of a map as one guest sees it, with its quotes: "17", or "17-5" with a hold.
class SeatMapTag {
  public:
    SeatMapTag(std::uint64_t version, const OwnHold* hold);
    std::string_view text() const { return {text_.data(), size_}; }

  private:
    std::array<char, 48> text_;  // Two numbers of at most 20 digits and three signs fit.
    std::size_t size_ = 0;
};

// One hall's seat map as JSON, written and packed once for everybody: an answer is a copy with the
// guest's own part at its end.
// Thread safety: one per loop.
class SeatMapText {
  public:
    SeatMapText(std::string_view event, std::string_view performance);

    // Takes a new picture where the map has changed and the last one is old enough. To be called
    // with each request, before any of those below. `known_at`: when the map was known to be the
    // newest; earlier than now where it is fed from elsewhere.
    void look(const seat::SeatMap& map, Instant now, Instant known_at);
    void look(const seat::SeatMap& map, Instant now) { look(map, now, now); }

    SeatMapTag tag(const OwnHold* hold) const { return {version_, hold}; }
    std::uint64_t version() const { return version_; }

    // Appends the whole picture, or what changed `since` where that is known and shorter. True when
    // it is packed, which short answers are not.
    bool append(std::string& out, const seat::SeatMap& map, const SeatMapAsk& ask);

  private:
    // The beginning that everybody's answer shares.
    struct Start {
        std::string text;
        std::optional<GzipStart> packed{};  // Made for the first who takes it.
    };

    void take_picture(const seat::SeatMap& map);
    std::string head() const;
    // Nothing where the whole map must be sent.
    Start* changes(const seat::SeatMap& map, std::uint64_t since);
    std::string changes_text(std::uint64_t since, const seat::Seats& seats) const;
    void append_ending(std::string& out, const SeatMapAsk& ask);

    std::string names_;  // {"eventId":"...","performanceId":"...
    bool taken_ = false;
    Instant taken_at_{};
    Instant as_of_{};  // When the map was last seen to be as in the picture.
    std::uint64_t version_ = 0;
    std::string states_;
    std::string counts_;
    Start whole_;
    std::map<std::uint64_t, Start> changes_;  // By `since`, of this picture.
    TimeText as_of_text_;
    std::string ending_;  // Reused.
};

// A change is visible within a second: this, the way to the loop and back, and room to spare.
constexpr Duration kPictureInterval = std::chrono::milliseconds{250};
// More changes than that are, packed, about as long as the whole map of a stadium.
constexpr std::uint64_t kSeatChangesMax = 1'024;
// Clients that poll every two seconds have seen the last eight pictures of each of a few loops.
constexpr std::size_t kSinceVersionsMax = 64;

}  // namespace onsale::http
