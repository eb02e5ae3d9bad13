#include "token/site/site_token.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "token/site/json_member.hpp"
#include "token/site/site_jws.hpp"

namespace onsale::token {
namespace {

namespace json = boost::json;

constexpr std::size_t kTokenMax = 8 * 1024;  // The maximum header size of most servers and proxies.
constexpr std::size_t kSubjectMax = 255;     // OpenID Connect Core, section 2.
constexpr double kSecondsMax = 253402300799;  // The end of the year 9999.

// Converts a string, whole number or boolean to text. Returns std::nullopt for other types.
std::optional<std::string> claim_text(const json::value& value) {
    if (value.is_string()) return std::string{value.get_string()};
    if (value.is_int64()) return std::to_string(value.get_int64());
    if (value.is_uint64()) return std::to_string(value.get_uint64());
    if (value.is_bool()) return value.get_bool() ? "true" : "false";
    return std::nullopt;
}

SiteIdentity::Claims flatten(const json::object& payload) {
    SiteIdentity::Claims claims;
    const auto add = [&](std::string_view name, const json::value& value) {
        if (auto text = claim_text(value)) claims.emplace_back(name, std::move(*text));
    };
    for (const auto& [key, value] : payload) {
        const std::string_view name{key.data(), key.size()};
        add(name, value);
        if (const json::array* list = value.if_array())
            for (const json::value& element : *list)
                add(name, element);
    }
    return claims;
}

// Reads a NumericDate (RFC 7519 section 2), which may have a fraction. Returns std::nullopt for
// invalid times.
std::optional<Instant> time_from(const json::value& value) {
    boost::system::error_code error;
    const double seconds = value.is_number() ? value.to_number<double>(error) : -1;
    if (error || !(seconds >= 0 && seconds <= kSecondsMax)) return std::nullopt;
    return instant_from_ms(std::llround(seconds * 1000));
}

bool names_audience(const json::value* value, const std::string& audience) {
    if (value == nullptr || !value->is_array()) return text_of(value) == audience;
    return std::ranges::any_of(value->get_array(),
                               [&](const json::value& one) { return text_of(&one) == audience; });
}

std::optional<SiteTokenError> time_fault(const json::object& payload, const SiteTokenRules& rules,
                                         Instant now) {
    const json::value* expiry = payload.if_contains("exp");
    // A token without an expiry is rejected.
    if (expiry == nullptr) return SiteTokenError::kExpired;
    const auto expires_at = time_from(*expiry);
    if (!expires_at) return SiteTokenError::kMalformed;
    if (now >= *expires_at + rules.leeway) return SiteTokenError::kExpired;
    for (const char* name : {"nbf", "iat"}) {
        const json::value* start = payload.if_contains(name);
        if (start == nullptr) continue;
        const auto starts_at = time_from(*start);
        if (!starts_at) return SiteTokenError::kMalformed;
        if (*starts_at > now + rules.leeway) return SiteTokenError::kNotYetValid;
    }
    return std::nullopt;
}

// The subject is a string or a whole number, because sites use both kinds of user id.
std::optional<std::string> subject_of(const json::object& payload, const std::string& claim) {
    const json::value* value = payload.if_contains(claim);
    if (value == nullptr || value->is_bool()) return std::nullopt;
    auto subject = claim_text(*value);
    if (!subject || subject->empty() || subject->size() > kSubjectMax) return std::nullopt;
    return subject;
}

}  // namespace

void check(const SiteTokenRules& rules) {
    if (rules.issuer.empty())
        throw std::invalid_argument(
            "the site's token issuer is missing: set it to its `iss` claim");
    if (rules.audience.empty())
        throw std::invalid_argument(
            "the site's token audience is missing: set it to its `aud` claim");
    if (rules.subject_claim.empty())
        throw std::invalid_argument("the site's subject claim is empty: `sub` is the usual one");
    if (rules.leeway < Duration::zero() || rules.leeway > std::chrono::minutes{5})
        throw std::invalid_argument("the site's token leeway must be between 0s and 300s");
}

bool SiteIdentity::has_claim(std::string_view name, std::string_view value) const {
    return std::ranges::any_of(
        claims_, [&](const auto& claim) { return claim.first == name && claim.second == value; });
}

Result<SiteIdentity, SiteTokenError> verify_site_token(const SiteKeys& keys,
                                                       const SiteTokenRules& rules,
                                                       std::string_view token, Instant now) {
    if (token.size() > kTokenMax) return fail(SiteTokenError::kTooLong);
    const auto text = verified_payload(keys, token);
    if (!text) return fail(text.error());
    const auto payload = object_in(*text);
    if (!payload) return fail(SiteTokenError::kMalformed);
    if (text_at(*payload, "iss") != rules.issuer) return fail(SiteTokenError::kIssuer);
    if (!names_audience(payload->if_contains("aud"), rules.audience))
        return fail(SiteTokenError::kAudience);
    if (const auto fault = time_fault(*payload, rules, now)) return fail(*fault);
    auto subject = subject_of(*payload, rules.subject_claim);
    if (!subject) return fail(SiteTokenError::kSubject);
    return SiteIdentity{std::move(*subject), flatten(*payload)};
}

}  // namespace onsale::token
