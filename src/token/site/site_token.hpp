#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"
#include "token/site/site_keys.hpp"

namespace onsale::token {

// Required contents of a token of the embedding site.
struct SiteTokenRules {
    std::string issuer;                         // Required: must equal `iss`.
    std::string audience;                       // Required: must be `aud` or one of its elements.
    std::string subject_claim = "sub";          // The claim that identifies the guest at the site.
    Duration leeway = std::chrono::seconds{2};  // Tolerated difference between clocks.
};

// Throws std::invalid_argument that names the missing value.
void check(const SiteTokenRules& rules);

enum class SiteTokenError : std::uint8_t {
    kTooLong,
    kMalformed,
    kAlgorithm,
    kUnknownKey,
    kSignature,
    kType,
    kCritical,
    kIssuer,
    kAudience,
    kExpired,
    kNotYetValid,
    kSubject,
};

// The identity that the site asserts in a token.
class SiteIdentity {
  public:
    using Claims = std::vector<std::pair<std::string, std::string>>;

    SiteIdentity(std::string subject, Claims claims)
        : subject_(std::move(subject)), claims_(std::move(claims)) {}

    const std::string& subject() const { return subject_; }

    // Returns whether the claim equals `value` or is a list that contains it. Booleans are compared
    // as "true" and "false", whole numbers as decimal digits. Claims inside objects are ignored.
    bool has_claim(std::string_view name, std::string_view value) const;

  private:
    std::string subject_;
    Claims claims_;  // One entry per text value and per list element.
};

// REQUIRES: check() accepts the rules.
Result<SiteIdentity, SiteTokenError> verify_site_token(const SiteKeys& keys,
                                                       const SiteTokenRules& rules,
                                                       std::string_view token, Instant now);

}  // namespace onsale::token
