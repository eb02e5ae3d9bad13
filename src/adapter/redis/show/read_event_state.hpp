#pragma once

#include <string>

#include <boost/asio/awaitable.hpp>

#include "adapter/redis/client/client.hpp"
#include "adapter/redis/show/event_state.hpp"

namespace onsale::redis {

enum class ShowProblem : std::uint8_t {
    kNoAnswer,  // Redis did not answer in time.
    kRefused,   // Redis answered with an error, for example NOAUTH or NOPERM.
    kNoEvent,   // No such event in Redis.
    kBroken,    // An answer has another form than Onsale writes.
};

struct ShowError {
    ShowProblem problem{};
    std::string words;  // The message of the server or the system; for kNoEvent the known keys.
};

// Suspends. Reads the numbers of one event. `event`: its key, or its number if no event has that
// key. Sends only reading commands, one after the other, so that the numbers may differ by what
// happened in between.
boost::asio::awaitable<Result<EventState, ShowError>> read_event_state(Client& client,
                                                                       std::string event,
                                                                       Deadline deadline);

}  // namespace onsale::redis
