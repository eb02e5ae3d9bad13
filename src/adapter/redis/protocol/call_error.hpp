#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace onsale::redis {

// What is known of a call that has no answer.
enum class CallOutcome : std::uint8_t {
    kUnavailable,     // Certainly not done: it may be repeated or given up.
    kOutcomeUnknown,  // May be done: look again, never compensate.
};

enum class CallCause : std::uint8_t {
    kQueueFull,       // Too many commands or bytes are on their way already.
    kNotConnected,    // There is no connection, or no master of the slot, at the moment.
    kConnectionLost,  // It broke; what had been sent by then may be done.
    kDeadline,        // No answer in time.
    kRefused,         // The server said why not, and nothing was changed.
    kAuthentication,  // User or password are wrong: trying again would not help.
    kRedirections,    // The nodes send us round in circles.
    kNotReplicated,   // Done at the master, but not at enough replicas in time.
    kClosed,          // The client is shutting down.
};

struct CallError {
    CallOutcome outcome = CallOutcome::kUnavailable;
    CallCause cause = CallCause::kClosed;
    std::string words;  // For the log: what the server or the system said.

    static CallError unavailable(CallCause cause, std::string_view words = {}) {
        return {CallOutcome::kUnavailable, cause, std::string{words}};
    }
    static CallError unknown(CallCause cause, std::string_view words = {}) {
        return {CallOutcome::kOutcomeUnknown, cause, std::string{words}};
    }
    friend bool operator==(const CallError&, const CallError&) = default;
};

}  // namespace onsale::redis
