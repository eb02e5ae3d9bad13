#include "token/site/site_jws.hpp"

#include <algorithm>
#include <memory>
#include <optional>

#include <boost/json/object.hpp>
#include <cjose/header.h>
#include <cjose/jws.h>

#include "base/base64url.hpp"
#include "token/site/json_member.hpp"
#include "token/site/jws_parts.hpp"
#include "token/site/site_key.hpp"

namespace onsale::token {
namespace {

namespace json = boost::json;

struct JwsRelease {
    void operator()(cjose_jws_t* jws) const { cjose_jws_release(jws); }
};
using Jws = std::unique_ptr<cjose_jws_t, JwsRelease>;

struct Header {
    std::string algorithm;
    std::optional<std::string> kid;
};

bool equal_ignoring_case(std::string_view left, std::string_view right) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return std::ranges::equal(left, right, {}, lower, lower);
}

bool is_of_another_type(const json::object& object, std::string_view name) {
    return object.contains(name) && !text_at(object, name);
}

Result<Header, SiteTokenError> header_of(std::string_view part) {
    const auto text = base64url_decode(part);
    if (!text) return fail(SiteTokenError::kMalformed);
    const auto object = object_in(*text);
    if (!object) return fail(SiteTokenError::kMalformed);
    const auto algorithm = text_at(*object, "alg");
    if (!algorithm || is_of_another_type(*object, "kid") || is_of_another_type(*object, "typ"))
        return fail(SiteTokenError::kMalformed);
    // `crit` lists extensions that must be understood. We support none (RFC 7515 section 4.1.11).
    if (object->contains("crit")) return fail(SiteTokenError::kCritical);
    // Other token types of the same issuer, such as a logout token, must not be accepted as a
    // login.
    const auto type = text_at(*object, "typ");
    if (type && !equal_ignoring_case(*type, "JWT") && !equal_ignoring_case(*type, "at+jwt"))
        return fail(SiteTokenError::kType);
    const auto kid = text_at(*object, "kid");
    return Header{std::string{*algorithm}, kid ? std::optional<std::string>{*kid} : std::nullopt};
}

// The size of a signature with this algorithm. std::nullopt for RSA, where the library checks the
// size against the key.
std::optional<std::size_t> signature_size(SiteAlgorithm algorithm) {
    switch (algorithm) {
        case SiteAlgorithm::kHs256:
            return 32;
        case SiteAlgorithm::kEs256:
            return 64;
        case SiteAlgorithm::kRs256:
            return std::nullopt;
    }
    return std::nullopt;
}

// Returns whether the token has its canonical encoding. The library tolerates other base64url
// encodings and extra bytes after an elliptic curve signature; we reject them.
bool canonical(const JwsParts& parts, SiteAlgorithm algorithm) {
    const auto signature = base64url_decode(parts.signature);
    if (!signature || !base64url_decode(parts.payload)) return false;
    return signature->size() == signature_size(algorithm).value_or(signature->size());
}

// The library parses the header again, so check that it uses the algorithm that we pinned.
bool names_algorithm(cjose_jws_t* jws, SiteAlgorithm algorithm) {
    const char* name = cjose_header_get(cjose_jws_get_protected(jws), CJOSE_HDR_ALG, nullptr);
    return name != nullptr && std::string_view{name} == name_of(algorithm);
}

}  // namespace

Result<std::string, SiteTokenError> verified_payload(const SiteKeys& keys, std::string_view token) {
    const auto parts = split_jws(token);
    if (!parts) return fail(SiteTokenError::kMalformed);
    const auto header = header_of(parts->header);
    if (!header) return fail(header.error());
    const SiteKey* key = keys.find(header->kid);
    if (key == nullptr) return fail(SiteTokenError::kUnknownKey);
    if (header->algorithm != name_of(key->algorithm)) return fail(SiteTokenError::kAlgorithm);
    if (!canonical(*parts, key->algorithm)) return fail(SiteTokenError::kMalformed);

    const Jws jws{cjose_jws_import(token.data(), token.size(), nullptr)};
    if (!jws) return fail(SiteTokenError::kMalformed);
    if (!names_algorithm(jws.get(), key->algorithm)) return fail(SiteTokenError::kAlgorithm);
    if (!cjose_jws_verify(jws.get(), key->jwk.get(), nullptr))
        return fail(SiteTokenError::kSignature);
    std::uint8_t* plain = nullptr;
    std::size_t size = 0;
    if (!cjose_jws_get_plaintext(jws.get(), &plain, &size, nullptr))
        return fail(SiteTokenError::kMalformed);
    return std::string{reinterpret_cast<const char*>(plain), size};
}

}  // namespace onsale::token
