#pragma once

#include <optional>
#include <string>
#include <vector>

#include "adapter/redis/call/stream_id.hpp"
#include "adapter/redis/protocol/reply.hpp"
#include "base/time.hpp"
#include "sale/domain/fact.hpp"

namespace onsale::redis {

// What one script decided, as facts:{E} tells it.
struct StreamEntry {
    StreamId id;
    StreamId before;  // The entry before it; whoever has applied another one has missed some.
    Instant now;
    sale::Facts facts;
};

// The answer to XREAD of one stream; empty when nothing came. Nothing: it cannot be read.
std::optional<std::vector<StreamEntry>> read_entries(const Reply& answer);

}  // namespace onsale::redis
