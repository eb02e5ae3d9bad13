#pragma once

#include <string>

#include "adapter/redis/show/event_state.hpp"
#include "program/config/config.hpp"

namespace onsale::program {

// Reads the numbers of an event from the configured Redis and changes nothing. Throws
// std::runtime_error, whose message names the fix, if no Redis is configured, if it does not
// answer, or if it does not have the event.
redis::EventState show_redis(const Config& config, const std::string& event);

}  // namespace onsale::program
