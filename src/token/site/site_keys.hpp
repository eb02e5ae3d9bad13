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
    kSecretInKeySet,  // A symmetric key in a file meant for public ones.
    kWeakKey,
    kRepeatedKid,
    kNoUsableKey,
};
std::string_view text_of(SiteKeysError error);

// The keys that the embedding site signs with: either one shared secret, or public keys. Immutable:
// loops share it.
class SiteKeys {
  public:
    using Shared = std::shared_ptr<const SiteKeys>;

    // HS256. The secret has at least 32 bytes.
    static Result<Shared, SiteKeysError> from_secret(std::string_view secret);

    // RS256 and ES256 from the text of a JWKS (RFC 7517). Keys for other uses are left out.
    static Result<Shared, SiteKeysError> from_jwks(std::string_view text);

    // The key that a token names; null if there is none. Only a lone key may go unnamed.
    const SiteKey* find(std::optional<std::string_view> kid) const;

    std::size_t size() const { return keys_.size(); }

  private:
    std::vector<std::shared_ptr<const SiteKey>> keys_;
};

}  // namespace onsale::token
