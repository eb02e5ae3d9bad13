#pragma once

#include <string_view>

#include "adapter/redis/protocol/call_error.hpp"
#include "adapter/redis/protocol/reply.hpp"
#include "waiting_room/domain/command.hpp"

namespace onsale::redis {

// The words of the scripts as the port's errors. A word that we do not know is of a newer script:
// what it did is unknown.
waiting_room::EnterError enter_error(std::string_view word);
waiting_room::PlaceError place_error(std::string_view word);
waiting_room::MoveError move_error(std::string_view word);

// What line_enter answers for one guest: its number, or a word.
waiting_room::EnterOutcome enter_outcome(const Reply& answer);

// What is known of a call without an answer.
template <class Error>
Error error_of(const CallError& error) {
    return error.outcome == CallOutcome::kUnavailable ? Error::kUnavailable
                                                      : Error::kOutcomeUnknown;
}

}  // namespace onsale::redis
