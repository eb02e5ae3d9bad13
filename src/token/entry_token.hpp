#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/guest_id.hpp"
#include "base/result.hpp"
#include "base/time.hpp"
#include "token/key/keys.hpp"

namespace onsale::token {

// The claims of an entry token: this guest has this admission to this event.
struct EntryClaims {
    std::string event;                    // `sub`: the event's key.
    GuestId guest;                        // `uid`
    std::uint64_t admission = 0;          // `adm`
    std::chrono::sys_seconds issued_at;   // `iat`
    std::chrono::sys_seconds expires_at;  // `exp`: the admission's deadline at the time of signing.

    friend bool operator==(const EntryClaims&, const EntryClaims&) = default;
};

enum class EntryTokenError { kMalformed, kAlgorithm, kUnknownKey, kSignature };

// Returns whether an event key may appear in a token: 1 to 128 letters, digits, '-', '_' or '.'.
bool is_entry_event(std::string_view event);

// Makes a JWT with HS256, so that an edge server that cannot call us can verify it with any JWT
// library. A time before 1970 is written as 1970.
// REQUIRES: is_entry_event(claims.event).
std::string seal(const Keys& keys, const EntryClaims& claims);

// Whether the signature is verified here or was already verified by an authenticated edge server.
enum class SignatureCheck : std::uint8_t { kHere, kDoneBefore };

// Accepts exactly the tokens that seal() makes under a live key. Does not check expiry or whether
// the admission is still live: the ledger knows that.
Result<EntryClaims, EntryTokenError> open_entry_token(const Keys& keys, std::string_view text,
                                                      SignatureCheck check = SignatureCheck::kHere);

// For an edge server without access to the ledger.
bool expired(const EntryClaims& claims, Instant now, Duration leeway);

// The secrets that such an edge server needs to verify entry tokens, current key first. They sign
// entry tokens only, but anyone who has one can admit any guest at that edge server.
struct EntrySecret {
    std::uint8_t kid = 0;
    Secret secret{};
};
std::vector<EntrySecret> entry_secrets(const Keys& keys);

}  // namespace onsale::token
