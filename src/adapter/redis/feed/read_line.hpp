#pragma once

#include <optional>

#include "adapter/redis/call/stream_id.hpp"
#include "adapter/redis/protocol/reply.hpp"
#include "base/result.hpp"
#include "base/sha256.hpp"
#include "waiting_room/domain/line/line_image.hpp"

namespace onsale::redis {

// A whole line at one moment, and the entry of the stream that it is at.
struct LineAt {
    StreamId id;
    waiting_room::LineImage image;
    std::optional<Sha256Digest> draw_root;  // Of a drawn lobby; the image has no draw yet.
};

enum class ReadLineError : std::uint8_t {
    kNoLine,  // Redis does not know the event, or has lost it.
    kBroken,  // What it says contradicts itself.
};

// The answer of line_read.
Result<LineAt, ReadLineError> read_line(const Reply& answer);

}  // namespace onsale::redis
