#pragma once

#include <cstdint>
#include <optional>

#include "adapter/redis/protocol/endpoint.hpp"
#include "adapter/redis/protocol/reply.hpp"
#include "adapter/redis/protocol/slot.hpp"

namespace onsale::redis {

// An error by which a server says that it has not carried out the command at all. Any other error
// is an answer, and its meaning is the caller's.
struct Refusal {
    enum class Kind : std::uint8_t {
        kMoved,      // The slot is at `node` now.
        kAsk,        // The slot is on its way to `node`: this once, ask there.
        kNoScript,   // The node does not know the digest; it wants the text.
        kElsewhere,  // This node serves it no more or not now: the map may have changed.
        kBusy,       // This node will serve it in a moment.
        kFinal,      // Trying again at once would not help.
    };
    Kind kind = Kind::kFinal;
    Slot slot{};
    Endpoint node;  // Its host may be empty: see with_host.
};

std::optional<Refusal> refusal_in(const Reply& reply);

}  // namespace onsale::redis
