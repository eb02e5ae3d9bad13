#pragma once

#include <optional>
#include <string>
#include <vector>

#include "adapter/redis/call/stream_id.hpp"
#include "adapter/redis/protocol/reply.hpp"
#include "sale/domain/view/sale_view.hpp"

namespace onsale::redis {

// All halls of an event at one moment, with the stream entry of that moment. The hall plans are not
// filled in yet.
struct HallsAt {
    StreamId id;
    sale::SaleImage image;
    std::vector<std::string> digests;  // Digest of each hall's plan.
};

// Parses the answer of line_halls. None if the answer is inconsistent.
std::optional<HallsAt> read_halls(const Reply& answer);

}  // namespace onsale::redis
