#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>

#include "token/key/mac.hpp"
#include "token/key/secret.hpp"

namespace onsale::token {

// The purpose of a signature. The values are written into tokens: never reuse one.
enum class Purpose : std::uint8_t {
    kQueue = 1,
    kVisitor = 2,
    kEntry = 3,
    kSession = 4,
    kPass = 5,
    kDevice = 6,
    kProofOfWork = 7,
    kPaymentReturn = 8,
};
inline constexpr std::size_t kPurposeCount = 8;

// A signing key as the key file holds it. Key ids are 1 to 255.
struct SigningKey {
    std::uint8_t kid = 0;
    std::chrono::sys_seconds created_at;
    Secret secret{};

    friend bool operator==(const SigningKey&, const SigningKey&) = default;
};

// A live signing key with a precomputed derived key for each purpose.
class LiveKey {
  public:
    explicit LiveKey(const SigningKey& key);

    std::uint8_t kid() const { return kid_; }
    std::chrono::sys_seconds created_at() const { return created_at_; }
    const Mac& mac(Purpose purpose) const { return macs_[static_cast<std::size_t>(purpose) - 1]; }
    // The derived key itself, for an edge server that verifies entry tokens without calling us.
    const Secret& entry_secret() const { return entry_secret_; }

  private:
    std::uint8_t kid_;
    std::chrono::sys_seconds created_at_;
    Secret entry_secret_;
    std::array<Mac, kPurposeCount> macs_;
};

// All keys that a loop needs. Immutable and shared by the loops, which get a new object after a
// rotation.
class Keys {
  public:
    // REQUIRES: one or two signing keys with different ids; the first one signs.
    Keys(const Secret& guest_key, std::span<const SigningKey> signing_first);

    // The key that signs. Both current() and other() verify.
    const LiveKey& current() const { return current_; }
    // Usually the previous key; see SharedKeys for the exception. Null when there is none.
    const LiveKey* other() const { return other_ ? &*other_ : nullptr; }
    // Returns null when the id is not live.
    const LiveKey* find(std::uint8_t kid) const;

    // Makes guest ids. This key never rotates, because every place and booking refers to guest ids.
    const Mac& guest_mac() const { return guest_mac_; }

  private:
    LiveKey current_;
    std::optional<LiveKey> other_;
    Mac guest_mac_;
};

}  // namespace onsale::token
