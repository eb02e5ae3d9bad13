#include "token/key/key_ring.hpp"

#include <stdexcept>

namespace onsale::token {
namespace {

constexpr std::size_t kLiveKeysMax = 2;

SigningKey new_signing_key(std::uint8_t kid, std::chrono::sys_seconds now) {
    return {kid, now, new_secret()};
}

// Key ids wrap from 255 to 1. At most two keys are live, so the next id is always free.
std::uint8_t next_kid(std::uint8_t kid) {
    return static_cast<std::uint8_t>(kid % 255 + 1);
}

}  // namespace

KeyRing::KeyRing(std::filesystem::path path, StoredKeys stored)
    : path_(std::move(path)),
      stored_(std::move(stored)),
      keys_(std::make_shared<const Keys>(stored_.guest_key, stored_.signing)) {}

KeyRing KeyRing::open(const std::filesystem::path& folder, std::chrono::sys_seconds now,
                      IfMissing if_missing) {
    auto path = folder / "keys";
    if (auto stored = read_key_file(path)) return {std::move(path), std::move(*stored)};
    if (if_missing == IfMissing::kRefuse) refuse_key_file(path, "is missing");
    StoredKeys stored{.guest_key = new_secret(), .signing = {new_signing_key(1, now)}};
    write_key_file(path, stored);
    return {std::move(path), std::move(stored)};
}

Result<std::shared_ptr<const Keys>, RotateError> KeyRing::rotate(std::chrono::sys_seconds now) {
    StoredKeys next = stored_;
    next.signing.insert(next.signing.begin(),
                        new_signing_key(next_kid(keys_->current().kid()), now));
    if (next.signing.size() > kLiveKeysMax) next.signing.resize(kLiveKeysMax);
    try {
        write_key_file(path_, next);
    } catch (const std::runtime_error&) {
        // The current signing key stays valid even if the new file did reach the disk, because that
        // file contains it.
        return fail(RotateError::kUnwritable);
    }
    stored_ = std::move(next);
    keys_ = std::make_shared<const Keys>(stored_.guest_key, stored_.signing);
    return keys_;
}

}  // namespace onsale::token
