#pragma once

#include <span>
#include <string_view>

#include "adapter/redis/protocol/call_error.hpp"
#include "adapter/redis/protocol/reply.hpp"
#include "sale/domain/command.hpp"

namespace onsale::redis {

// Converts a rejection by seat_select or seat_release. `about` are the seats that follow the word.
// An unknown word comes from a newer script: its outcome is unknown.
sale::HoldRefusal hold_refusal(std::string_view word, std::span<const Reply> about = {});

// Converts the error of a call without an answer.
sale::HoldRefusal hold_refusal(const CallError& error);

}  // namespace onsale::redis
