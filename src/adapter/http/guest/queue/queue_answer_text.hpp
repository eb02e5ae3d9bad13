#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "adapter/http/api/context/loop_context.hpp"
#include "base/time.hpp"
#include "waiting_room/domain/line/line_view.hpp"

namespace onsale::http {

// Writes ISO times. It caches the text of a second, so that the poll path formats nothing.
class TimeText {
  public:
    void append(std::string& out, Instant instant);

  private:
    std::int64_t second_ = -1;
    std::array<char, 19> text_{};  // 2026-11-15T11:00:00
};

// Optional parts of a queue answer beside the view's own numbers.
struct QueueAnswerExtras {
    std::string_view token{};
    std::string_view entry_token{};
    std::string_view redirect_to{};
    std::string_view seats{};    // JSON members, each preceded by a comma.
    std::string_view message{};  // Replaces the line's own message.
    Degraded degraded = Degraded::kNo;
    std::optional<Duration> view_age{};  // Only for a view that is fed from Redis.
    std::uint32_t poll_jitter_ms = 0;
};

// Appends a queue answer as JSON. Does not allocate once `out` is large enough.
// Thread safety: one per loop.
class QueueAnswerText {
  public:
    void append(std::string& out, const waiting_room::LineView& line,
                const waiting_room::QueueAnswer& answer, const QueueAnswerExtras& extras,
                Instant now);
    void append_position(std::string& out, const waiting_room::QueueAnswer& answer,
                         Degraded degraded = Degraded::kNo);

  private:
    TimeText now_;
    TimeText keep_until_;
};

// The word for clients; empty for kNo.
std::string_view to_word(Degraded degraded);
// Appends untrusted text as a JSON string including the quotes.
void append_json_string(std::string& out, std::string_view text);
void append_number(std::string& out, std::uint64_t value);

}  // namespace onsale::http
