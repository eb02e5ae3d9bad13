#pragma once

#include <span>
#include <string_view>

#include "adapter/redis/protocol/call_error.hpp"
#include "adapter/redis/protocol/reply.hpp"
#include "sale/domain/command.hpp"

namespace onsale::redis {

// What seat_select and seat_release refuse with; `about`: the seats that follow the word. A word
// that we do not know is of a newer script: what it did is unknown.
sale::HoldRefusal hold_refusal(std::string_view word, std::span<const Reply> about = {});

// What is known of a call without an answer.
sale::HoldRefusal hold_refusal(const CallError& error);

}  // namespace onsale::redis
