#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "adapter/http/api/context/cached_time.hpp"
#include "adapter/http/api/context/loop_context.hpp"
#include "base/time.hpp"
#include "waiting_room/domain/line/line_view.hpp"

namespace onsale::http {

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

}  // namespace onsale::http
