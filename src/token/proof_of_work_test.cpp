#include "token/proof_of_work.hpp"

#include <optional>

#include <gtest/gtest.h>

#include "base/sha256.hpp"
#include "token/key/test_keys.hpp"

namespace onsale::token {
namespace {

using std::chrono::minutes;

constexpr unsigned kDifficulty = 8;  // 256 hashes on average.
constexpr Instant kNow{minutes{30'000'000}};
const GuestId kGuest = test_guest(0x11);

// Independent check of the rule for 8 bits: the first byte is zero.
bool solves(const std::string& challenge, const std::string& nonce) {
    return sha256(challenge + ":" + nonce)[0] == 0;
}

std::string solve(const std::string& challenge, bool wanted = true) {
    std::uint64_t nonce = 0;
    while (solves(challenge, std::to_string(nonce)) != wanted)
        ++nonce;
    return std::to_string(nonce);
}

struct Solved {
    std::string challenge = proof_challenge(test_keys(), 7, kGuest, kNow);
    std::string nonce = solve(challenge);

    ProofOfWork proof() const { return {7, kGuest, challenge, nonce}; }
};

std::optional<ProofError> error_of(const ProofOfWork& proof, Instant now = kNow,
                                   const Keys& keys = test_keys()) {
    const auto verified = verify_proof(keys, proof, kDifficulty, now);
    return verified ? std::nullopt : std::optional{verified.error()};
}

TEST(ProofOfWork, ASolutionIsAccepted) {
    const Solved solved;
    EXPECT_EQ(solved.challenge.size(), 43u);
    EXPECT_EQ(error_of(solved.proof()), std::nullopt);
}

TEST(ProofOfWork, TooLittleWorkIsRefused) {
    const Solved solved;
    const std::string lazy = solve(solved.challenge, false);
    EXPECT_EQ(error_of({7, kGuest, solved.challenge, lazy}), ProofError::kTooLittleWork);
}

TEST(ProofOfWork, TheDifficultyCountsBits) {
    const Solved solved;
    const Sha256Digest digest = sha256(solved.challenge + ":" + solved.nonce);
    unsigned bits = 0;
    while ((digest[bits / 8] >> (7 - bits % 8) & 1) == 0)
        ++bits;
    EXPECT_TRUE(verify_proof(test_keys(), solved.proof(), bits, kNow));
    EXPECT_FALSE(verify_proof(test_keys(), solved.proof(), bits + 1, kNow));
}

TEST(ProofOfWork, ServesThreeMinutesAndNoMore) {
    const Solved solved;
    EXPECT_EQ(error_of(solved.proof(), kNow + minutes{3} - Duration{1}), std::nullopt);
    EXPECT_EQ(error_of(solved.proof(), kNow + minutes{3}), ProofError::kForeignOrStale);
    EXPECT_EQ(error_of(solved.proof(), kNow - Duration{1}), ProofError::kForeignOrStale);
}

TEST(ProofOfWork, ServesNoOtherEventAndNoOtherGuest) {
    const Solved solved;
    EXPECT_EQ(error_of({8, kGuest, solved.challenge, solved.nonce}), ProofError::kForeignOrStale);
    EXPECT_EQ(error_of({7, test_guest(0x22), solved.challenge, solved.nonce}),
              ProofError::kForeignOrStale);
}

TEST(ProofOfWork, AMadeUpChallengeIsRefused) {
    const std::string challenge(43, 'A');
    const std::string nonce = solve(challenge);
    EXPECT_EQ(error_of({7, kGuest, challenge, nonce}), ProofError::kForeignOrStale);
}

TEST(ProofOfWork, SurvivesOneRotation) {
    const Solved solved;
    EXPECT_EQ(error_of(solved.proof(), kNow, test_keys(1)), std::nullopt);
    EXPECT_EQ(error_of(solved.proof(), kNow, test_keys(2)), ProofError::kForeignOrStale);
}

TEST(ProofOfWork, MalformedIsRefusedBeforeAnyHash) {
    const Solved solved;
    for (const std::string nonce : {"", "-1", "+1", " 1", "1a", "0x1", "123456789012345678901"})
        EXPECT_EQ(error_of({7, kGuest, solved.challenge, nonce}), ProofError::kMalformed) << nonce;
    for (const std::string& challenge : {std::string{}, solved.challenge + "=",
                                         solved.challenge.substr(1), std::string(99999, 'A')})
        EXPECT_EQ(error_of({7, kGuest, challenge, solved.nonce}), ProofError::kMalformed);
}

}  // namespace
}  // namespace onsale::token
