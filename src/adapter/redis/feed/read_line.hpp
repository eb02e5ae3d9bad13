#pragma once

#include <optional>

#include "adapter/redis/call/stream_id.hpp"
#include "adapter/redis/protocol/reply.hpp"
#include "base/result.hpp"
#include "base/sha256.hpp"
#include "waiting_room/domain/line/line_image.hpp"

namespace onsale::redis {

// A whole line at one moment, with the stream entry of that moment.
struct LineAt {
    StreamId id;
    waiting_room::LineImage image;
    // Root of a drawn lobby. The image does not contain the draw yet.
    std::optional<Sha256Digest> draw_root;
};

enum class ReadLineError : std::uint8_t {
    kNoLine,  // Redis does not know the event, or has lost it.
    kBroken,  // The answer is inconsistent.
};

// Parses the answer of line_read.
Result<LineAt, ReadLineError> read_line(const Reply& answer);

}  // namespace onsale::redis
