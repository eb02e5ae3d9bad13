#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace onsale::redis {

// The reason why a call got no answer.
enum class CallOutcome : std::uint8_t {
    kUnavailable,     // Certainly not executed: the caller may repeat it or give up.
    kOutcomeUnknown,  // Perhaps executed: read the state again, never compensate.
};

enum class CallCause : std::uint8_t {
    kQueueFull,       // Too many commands or bytes are waiting already.
    kNotConnected,    // No connection, or no known master of the slot, at the moment.
    kConnectionLost,  // The connection broke; commands sent before may have been executed.
    kDeadline,        // No answer in time.
    kRefused,         // The server rejected the command with a reason and changed nothing.
    kAuthentication,  // User or password are wrong: a retry would not help.
    kRedirections,    // Too many redirections: the nodes disagree about the slot.
    kNotReplicated,   // Executed by the master, but not confirmed by enough replicas in time.
    kClosed,          // The client is shutting down.
};

struct CallError {
    CallOutcome outcome = CallOutcome::kUnavailable;
    CallCause cause = CallCause::kClosed;
    std::string words;  // For the log: the message of the server or the system.

    static CallError unavailable(CallCause cause, std::string_view words = {}) {
        return {CallOutcome::kUnavailable, cause, std::string{words}};
    }
    static CallError unknown(CallCause cause, std::string_view words = {}) {
        return {CallOutcome::kOutcomeUnknown, cause, std::string{words}};
    }
    friend bool operator==(const CallError&, const CallError&) = default;
};

}  // namespace onsale::redis
