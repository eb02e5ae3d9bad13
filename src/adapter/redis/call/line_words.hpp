#pragma once

#include <string_view>

#include "adapter/redis/protocol/call_error.hpp"
#include "adapter/redis/protocol/reply.hpp"
#include "waiting_room/domain/command.hpp"

namespace onsale::redis {

// Converts words of the scripts to the port's errors. An unknown word comes from a newer script:
// its outcome is unknown.
waiting_room::EnterError enter_error(std::string_view word);
waiting_room::PlaceError place_error(std::string_view word);
waiting_room::MoveError move_error(std::string_view word);

// Converts the answer of line_enter for one guest: a number or a word.
waiting_room::EnterOutcome enter_outcome(const Reply& answer);

// Converts the error of a call without an answer.
template <class Error>
Error error_of(const CallError& error) {
    return error.outcome == CallOutcome::kUnavailable ? Error::kUnavailable
                                                      : Error::kOutcomeUnknown;
}

}  // namespace onsale::redis
