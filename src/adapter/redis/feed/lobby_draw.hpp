#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include <boost/asio/awaitable.hpp>

#include "adapter/redis/call/script_caller.hpp"
#include "base/sha256.hpp"
#include "waiting_room/domain/draw.hpp"

namespace onsale::redis {

struct DrawnLobby {
    waiting_room::Number last;  // Numbers up to this one have a drawn place, or none.
    Sha256Digest root{};
};

struct DrawResult {
    bool is_done = false;               // False: it must be tried again.
    std::optional<DrawnLobby> drawn{};  // Nothing: it had been drawn before.
};

// Draws the lobby of an event, in the process of the sale store, which alone knows the secret: the
// members stand still, their order is computed and written, and the whole draw with its proof is
// left in draw:{E} for the views. The sale opens with the line_set that follows. Repeated after
// whatever failure, it gives the same order, as long as the members still stand still.
// Suspends, for a lobby of a million for some seconds; `timeout` is of each call on the way.
boost::asio::awaitable<DrawResult> draw_lobby(LineCaller& caller, waiting_room::EventId event,
                                              Sha256Digest secret,
                                              std::chrono::milliseconds timeout);

// The draw of that root, for a view that starts anew. Suspends. Null: not to be had.
boost::asio::awaitable<std::shared_ptr<const waiting_room::Draw>> read_draw(
    LineCaller& caller, waiting_room::EventId event, Sha256Digest root,
    std::chrono::milliseconds timeout);

}  // namespace onsale::redis
