#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/redis/client/client.hpp"
#include "adapter/redis/roster/process_note.hpp"

namespace onsale::redis {

// Hash: a process's name -> its note. It has no hash tag, and nothing is decided by it.
constexpr std::string_view kProcessesKey = "processes";
// After that a process that is not heard any more is struck off.
constexpr Duration kProcessForgotten = std::chrono::minutes{10};

// Suspends. One command; false where it was not done or may not be.
boost::asio::awaitable<bool> announce(Client& client, ProcessNote note, Deadline deadline);

// Suspends. All that were heard lately, by name; nothing where Redis does not answer. Whoever was
// not heard for long is struck off.
boost::asio::awaitable<std::optional<std::vector<ProcessNote>>> read_roster(Client& client,
                                                                            Instant now,
                                                                            Deadline deadline);

}  // namespace onsale::redis
