#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/guest_id.hpp"
#include "base/result.hpp"
#include "base/time.hpp"
#include "token/key/keys.hpp"

namespace onsale::token {

// A price in computing time for entering: find a nonce for which SHA-256(challenge ":" nonce)
// begins with `difficulty` zero bits. Nothing is stored: the challenge is a MAC over event, guest
// and minute, so that a solution serves one guest, one event and three minutes at most.
struct ProofOfWork {
    std::uint32_t event = 0;
    GuestId guest;
    std::string_view challenge;
    std::string_view nonce;  // 1 to 20 decimal digits.
};

enum class ProofError { kMalformed, kForeignOrStale, kTooLittleWork };

std::string proof_challenge(const Keys& keys, std::uint32_t event, const GuestId& guest,
                            Instant now);

// The challenge of the current minute or of the two before is accepted.
Result<void, ProofError> verify_proof(const Keys& keys, const ProofOfWork& proof,
                                      unsigned difficulty, Instant now);

}  // namespace onsale::token
