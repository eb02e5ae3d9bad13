#pragma once

#include <optional>
#include <string>
#include <vector>

#include "adapter/redis/call/stream_id.hpp"
#include "adapter/redis/protocol/reply.hpp"
#include "sale/domain/view/sale_view.hpp"

namespace onsale::redis {

// All halls of an event at one moment, and the entry of the stream that they are at. Their plans
// are still missing.
struct HallsAt {
    StreamId id;
    sale::SaleImage image;
    std::vector<std::string> digests;  // Of the plan of each hall.
};

// The answer of line_halls. Nothing: what it says contradicts itself.
std::optional<HallsAt> read_halls(const Reply& answer);

}  // namespace onsale::redis
