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

// What an entry token says: this guest has this admission to this event.
struct EntryClaims {
    std::string event;                    // `sub`: the event's key.
    GuestId guest;                        // `uid`
    std::uint64_t admission = 0;          // `adm`
    std::chrono::sys_seconds issued_at;   // `iat`
    std::chrono::sys_seconds expires_at;  // `exp`: the admission's deadline when it was signed.

    friend bool operator==(const EntryClaims&, const EntryClaims&) = default;
};

enum class EntryTokenError { kMalformed, kAlgorithm, kUnknownKey, kSignature };

// What an event key may be to stand in a token: 1 to 128 letters, digits, '-', '_' or '.'.
bool is_entry_event(std::string_view event);

// A JWT under HS256, so that an edge that cannot ask us can check it with any JWT library.
// A time before 1970 is written as 1970. REQUIRES is_entry_event(claims.event).
std::string seal(const Keys& keys, const EntryClaims& claims);

// Who checks the signature: we do, or an edge that proved itself has done so.
enum class SignatureCheck : std::uint8_t { kHere, kDoneBefore };

// Accepts exactly what seal() makes, under a live key. Says nothing about expiry or whether the
// admission still stands: the ledger knows.
Result<EntryClaims, EntryTokenError> open_entry_token(const Keys& keys, std::string_view text,
                                                      SignatureCheck check = SignatureCheck::kHere);

// For an edge without the ledger.
bool expired(const EntryClaims& claims, Instant now, Duration leeway);

// What such an edge needs to verify, the current key first. These sign entry tokens and nothing
// else; whoever holds one can admit anybody at that edge.
struct EntrySecret {
    std::uint8_t kid = 0;
    Secret secret{};
};
std::vector<EntrySecret> entry_secrets(const Keys& keys);

}  // namespace onsale::token
