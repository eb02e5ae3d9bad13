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
    waiting_room::Number last;  // Numbers up to this one have a drawn place or no place.
    Sha256Digest root{};
};

struct DrawResult {
    bool is_done = false;               // False: it must be retried.
    std::optional<DrawnLobby> drawn{};  // None if the lobby was drawn before.
};

// Draws the lobby of an event, in the process with the sale store, which alone knows the secret.
// Freezes the members, computes and writes their order, and stores the whole draw with its proof in
// draw:{E} for the views. The line_set that follows opens the sale. A repetition after a failure
// gives the same order, as long as the members are still frozen.
// Suspends, for a few seconds with a million members. `timeout` applies to each call.
boost::asio::awaitable<DrawResult> draw_lobby(ScriptCaller& caller, waiting_room::EventId event,
                                              Sha256Digest secret,
                                              std::chrono::milliseconds timeout);

// Reads the draw with this root, for a view that reads the line again. Suspends. Null if it is not
// available.
boost::asio::awaitable<std::shared_ptr<const waiting_room::Draw>> read_draw(
    ScriptCaller& caller, waiting_room::EventId event, Sha256Digest root,
    std::chrono::milliseconds timeout);

}  // namespace onsale::redis
