#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace onsale::token {

struct SiteKey;

enum class SiteKeysError {
    kUnreadable,
    kTooLarge,
    kMalformed,
    kTooManyKeys,
    kSecretInKeySet,  // A symmetric key in a file for public keys.
    kWeakKey,
    kRepeatedKid,
    kNoUsableKey,
};
std::string_view text_of(SiteKeysError error);

// The keys with which the embedding site signs: either one shared secret or a set of public keys.
// Immutable and shared by the loops.
class SiteKeys {
  public:
    using Shared = std::shared_ptr<const SiteKeys>;

    // HS256. The secret must have at least 32 bytes.
    static Result<Shared, SiteKeysError> from_secret(std::string_view secret);

    // RS256 and ES256 from the text of a JWKS (RFC 7517). Keys for other uses are ignored.
    static Result<Shared, SiteKeysError> from_jwks(std::string_view text);

    // Returns the key that a token names, or null. The kid may be missing only if there is a single
    // key.
    const SiteKey* find(std::optional<std::string_view> kid) const;

    std::size_t size() const { return keys_.size(); }

  private:
    std::vector<std::shared_ptr<const SiteKey>> keys_;
};

}  // namespace onsale::token
