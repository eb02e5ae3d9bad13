#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>

#include "token/key/mac.hpp"
#include "token/key/secret.hpp"

namespace onsale::token {

// What a signature is for. The values are written into tokens: never reuse one.
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

// One live signing key with the derived key of each purpose ready.
class LiveKey {
  public:
    explicit LiveKey(const SigningKey& key);

    std::uint8_t kid() const { return kid_; }
    std::chrono::sys_seconds created_at() const { return created_at_; }
    const Mac& mac(Purpose purpose) const { return macs_[static_cast<std::size_t>(purpose) - 1]; }
    // The derived key itself, for an edge that checks entry tokens without asking us.
    const Secret& entry_secret() const { return entry_secret_; }

  private:
    std::uint8_t kid_;
    std::chrono::sys_seconds created_at_;
    Secret entry_secret_;
    std::array<Mac, kPurposeCount> macs_;
};

// Every key a loop needs, immutable: loops share it and get another one after a rotation.
class Keys {
  public:
    // REQUIRES one or two signing keys with different ids, the one that signs first.
    Keys(const Secret& guest_key, std::span<const SigningKey> signing_first);

    // Signs; both verify.
    const LiveKey& current() const { return current_; }
    // As a rule the one before it; see SharedKeys. Null: there is none.
    const LiveKey* other() const { return other_ ? &*other_ : nullptr; }
    // Null for an id that is not live.
    const LiveKey* find(std::uint8_t kid) const;

    // Makes guest ids; never rotates, since every place and booking refers to them.
    const Mac& guest_mac() const { return guest_mac_; }

  private:
    LiveKey current_;
    std::optional<LiveKey> other_;
    Mac guest_mac_;
};

}  // namespace onsale::token
