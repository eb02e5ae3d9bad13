#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/words.hpp"

namespace onsale::postgres {

// What is known about a transaction that got no good answer.
enum class CallOutcome : std::uint8_t {
    kUnavailable,     // Certainly not done: the caller may repeat it or give up.
    kOutcomeUnknown,  // May be done: read the state again, never compensate.
};

// The reason. From kConflict on the server itself refused, and the database is as before.
enum class CallCause : std::uint8_t {
    kClosed,              // The client is closed, or the call was cancelled.
    kTooManyCalls,        // Too many calls are waiting for a connection already.
    kNotConnected,        // At the moment no host of the wanted role can be reached.
    kAuthentication,      // User, password or database are wrong: a retry would not help.
    kTooManyConnections,  // The server accepts no more connections.
    kConnectionLost,      // The connection broke, or the server ended it.
    kDeadline,            // No answer in time; the connection was closed.
    kNotReplicated,       // Committed by the primary, but perhaps not by a standby.
    kBadAnswer,           // The server does not keep to the protocol.
    kConflict,            // Serialization failure or deadlock: run the transaction again.
    kLockTimeout,         // Another transaction held a lock for too long.
    kUniqueViolation,     // CallError::constraint names the index.
    kConstraint,          // Any other constraint.
    kReadOnly,            // A write to a standby, or in a read-only transaction.
    kDiskFull,            // The server has no space left.
    kPermission,          // The user lacks a right.
    kSchema,              // A database, table, column or function is missing.
    kCancelled,           // Cancelled by an operator or by statement_timeout.
    kRefused,             // Any other error; CallError::sqlstate tells which.
};

constexpr auto words_of(CallCause) {
    return std::to_array<std::string_view>(
        {"closed", "too_many_calls", "not_connected", "authentication", "too_many_connections",
         "connection_lost", "deadline", "not_replicated", "bad_answer", "conflict", "lock_timeout",
         "unique_violation", "constraint", "read_only", "disk_full", "permission", "schema",
         "cancelled", "refused"});
}

struct CallError {
    CallOutcome outcome = CallOutcome::kUnavailable;
    CallCause cause = CallCause::kClosed;
    std::string words{};       // For the log: the message of the server, of libpq or of the system.
    std::string sqlstate{};    // The five characters of the server's error; else empty.
    std::string constraint{};  // The name of a violated constraint or unique index; else empty.

    static CallError unavailable(CallCause cause, std::string words = {}) {
        return {CallOutcome::kUnavailable, cause, std::move(words)};
    }
    static CallError unknown(CallCause cause, std::string words = {}) {
        return {CallOutcome::kOutcomeUnknown, cause, std::move(words)};
    }
    friend bool operator==(const CallError&, const CallError&) = default;
};

}  // namespace onsale::postgres
