#pragma once

#include <cstdint>
#include <optional>

#include "adapter/redis/protocol/endpoint.hpp"
#include "adapter/redis/protocol/reply.hpp"
#include "adapter/redis/protocol/slot.hpp"

namespace onsale::redis {

// An error which says that the server did not execute the command at all. Any other error is an
// answer, and the caller interprets it.
struct Refusal {
    enum class Kind : std::uint8_t {
        kMoved,      // The slot is served by `node` now.
        kAsk,        // The slot is moving to `node`: send this command there, once.
        kNoScript,   // The node does not know the digest; send the text.
        kElsewhere,  // This node does not serve the slot now: the slot map may have changed.
        kBusy,       // This node will serve the command soon.
        kFinal,      // An immediate retry would not help.
    };
    Kind kind = Kind::kFinal;
    Slot slot{};
    Endpoint node;  // The host may be empty: see with_host.
};

std::optional<Refusal> refusal_in(const Reply& reply);

}  // namespace onsale::redis
