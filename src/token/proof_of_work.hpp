#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/guest_id.hpp"
#include "base/result.hpp"
#include "base/time.hpp"
#include "token/key/keys.hpp"

namespace onsale::token {

// Proof of work for entering: find a nonce for which SHA-256(challenge ":" nonce) begins with
// `difficulty` zero bits. Nothing is stored. The challenge is a MAC over event, guest and minute,
// so a solution is valid for one guest, one event and at most three minutes.
struct ProofOfWork {
    std::uint32_t event = 0;
    GuestId guest;
    std::string_view challenge;
    std::string_view nonce;  // 1 to 20 decimal digits.
};

enum class ProofError { kMalformed, kForeignOrStale, kTooLittleWork };

std::string proof_challenge(const Keys& keys, std::uint32_t event, const GuestId& guest,
                            Instant now);

// Accepts the challenges of the current minute and of the two minutes before it.
Result<void, ProofError> verify_proof(const Keys& keys, const ProofOfWork& proof,
                                      unsigned difficulty, Instant now);

}  // namespace onsale::token
