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

// What a token of the embedding site must say.
struct SiteTokenRules {
    std::string issuer;                         // Required: `iss` equals it.
    std::string audience;                       // Required: `aud` is it, or has it.
    std::string subject_claim = "sub";          // Who the guest is there.
    Duration leeway = std::chrono::seconds{2};  // For clocks that differ.
};

// Throws std::invalid_argument that names what is missing.
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

// Whom the site vouches for.
class SiteIdentity {
  public:
    using Claims = std::vector<std::pair<std::string, std::string>>;

    SiteIdentity(std::string subject, Claims claims)
        : subject_(std::move(subject)), claims_(std::move(claims)) {}

    const std::string& subject() const { return subject_; }

    // Whether the claim is `value`, or is a list that has it. Booleans read "true" and "false",
    // whole numbers as decimal digits; claims inside objects are not seen.
    bool has_claim(std::string_view name, std::string_view value) const;

  private:
    std::string subject_;
    Claims claims_;  // One entry for each text, and for each element of a list.
};

// REQUIRES rules that check() accepts.
Result<SiteIdentity, SiteTokenError> verify_site_token(const SiteKeys& keys,
                                                       const SiteTokenRules& rules,
                                                       std::string_view token, Instant now);

}  // namespace onsale::token
