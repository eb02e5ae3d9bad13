#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onsale::redis {

// The id of a stream entry. Ids of one stream on one server only grow. After a failover they may be
// smaller.
struct StreamId {
    std::uint64_t ms = 0;
    std::uint64_t sequence = 0;

    friend auto operator<=>(const StreamId&, const StreamId&) = default;
};

// "1800000000000-3", as written by Redis.
std::string to_string(StreamId id);
std::optional<StreamId> parse_stream_id(std::string_view text);

}  // namespace onsale::redis
