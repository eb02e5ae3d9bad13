#pragma once

#include <optional>
#include <string>
#include <vector>

#include "adapter/redis/call/stream_id.hpp"
#include "adapter/redis/protocol/reply.hpp"
#include "base/time.hpp"
#include "sale/domain/fact.hpp"

namespace onsale::redis {

// The result of one script call, as recorded in facts:{E}.
struct StreamEntry {
    StreamId id;
    // The previous entry. If the reader has applied another one, it has missed some.
    StreamId before;
    Instant now;
    sale::Facts facts;
};

// Parses the answer to XREAD of one stream; empty if there are no new entries. None if it is
// invalid.
std::optional<std::vector<StreamEntry>> read_entries(const Reply& answer);

}  // namespace onsale::redis
