#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/redis/client/client.hpp"
#include "adapter/redis/roster/process_note.hpp"

namespace onsale::redis {

// Hash: process name -> its note. It has no hash tag, and no decision depends on it.
constexpr std::string_view kProcessesKey = "processes";
// A process that has not reported for this time is removed.
constexpr Duration kProcessForgotten = std::chrono::minutes{10};

// Suspends. Sends one command. Returns false if it failed or its outcome is unknown.
boost::asio::awaitable<bool> announce(Client& client, ProcessNote note, Deadline deadline);

// Suspends. The processes that reported recently, sorted by name; none if Redis does not answer.
// Removes those that have not reported for kProcessForgotten.
boost::asio::awaitable<std::optional<std::vector<ProcessNote>>> read_roster(Client& client,
                                                                            Instant now,
                                                                            Deadline deadline);

}  // namespace onsale::redis
