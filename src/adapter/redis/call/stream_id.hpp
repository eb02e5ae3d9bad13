#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onsale::redis {

// The id of an entry of a stream. Of one stream on one server they only grow; a failover may go
// back.
struct StreamId {
    std::uint64_t ms = 0;
    std::uint64_t sequence = 0;

    friend auto operator<=>(const StreamId&, const StreamId&) = default;
};

// "1800000000000-3", as Redis writes it.
std::string to_string(StreamId id);
std::optional<StreamId> parse_stream_id(std::string_view text);

}  // namespace onsale::redis
