#include "token/proof_of_work.hpp"

#include <algorithm>
#include <bit>

#include "base/base64url.hpp"
#include "base/bytes.hpp"
#include "base/sha256.hpp"
#include "token/key/mac.hpp"

namespace onsale::token {
namespace {

constexpr std::size_t kChallengeLength = 43;  // 32 bytes in base64url.
constexpr std::size_t kNonceLengthMax = 20;   // The digits of the largest 64-bit number.
constexpr int kMinutesAccepted = 3;

std::uint32_t minute_of(Instant now) {
    const auto minutes = std::chrono::floor<std::chrono::minutes>(now).time_since_epoch().count();
    return static_cast<std::uint32_t>(minutes);
}

std::string challenge_at(const LiveKey& key, std::uint32_t event, const GuestId& guest,
                         std::uint32_t minute) {
    std::string message;
    ByteWriter writer{message};
    writer.fixed(event);
    writer.bytes(guest.bytes.data(), guest.bytes.size());
    writer.fixed(minute);
    const Sha256Digest digest = key.mac(Purpose::kProofOfWork)(message);
    return base64url_encode(as_bytes(digest));
}

bool fresh_under(const LiveKey& key, const ProofOfWork& proof, Instant now) {
    for (std::uint32_t age = 0; age < kMinutesAccepted; ++age) {
        const auto expected = challenge_at(key, proof.event, proof.guest, minute_of(now) - age);
        if (equal_in_constant_time(expected, proof.challenge)) return true;
    }
    return false;
}

bool well_formed(const ProofOfWork& proof) {
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    return proof.challenge.size() == kChallengeLength && !proof.nonce.empty() &&
           proof.nonce.size() <= kNonceLengthMax && std::ranges::all_of(proof.nonce, digit);
}

unsigned leading_zero_bits(const Sha256Digest& digest) {
    unsigned bits = 0;
    for (const std::uint8_t byte : digest) {
        bits += static_cast<unsigned>(std::countl_zero(byte));
        if (byte != 0) break;
    }
    return bits;
}

unsigned work_in(const ProofOfWork& proof) {
    std::string text{proof.challenge};
    text += ':';
    text += proof.nonce;
    return leading_zero_bits(sha256(text));
}

}  // namespace

std::string proof_challenge(const Keys& keys, std::uint32_t event, const GuestId& guest,
                            Instant now) {
    return challenge_at(keys.current(), event, guest, minute_of(now));
}

Result<void, ProofError> verify_proof(const Keys& keys, const ProofOfWork& proof,
                                      unsigned difficulty, Instant now) {
    if (!well_formed(proof)) return fail(ProofError::kMalformed);
    // This check costs one hash and the next one up to six MACs, so requests without work are
    // rejected cheaply.
    if (work_in(proof) < difficulty) return fail(ProofError::kTooLittleWork);
    const LiveKey* other = keys.other();
    const bool fresh = fresh_under(keys.current(), proof, now) ||
                       (other != nullptr && fresh_under(*other, proof, now));
    if (!fresh) return fail(ProofError::kForeignOrStale);
    return {};
}

}  // namespace onsale::token
