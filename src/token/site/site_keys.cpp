#include "token/site/site_keys.hpp"

#include <algorithm>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "token/site/json_member.hpp"
#include "token/site/site_key.hpp"

namespace onsale::token {
namespace {

namespace json = boost::json;

constexpr std::size_t kFileMax = 64 * 1024;
constexpr std::size_t kKeysMax = 32;       // A site usually has two or three during a rotation.
constexpr std::size_t kSecretMin = 32;     // RFC 7518 section 3.2.
constexpr std::size_t kRsaBitsMin = 2048;  // RFC 7518 section 3.3.

using KeyResult = Result<std::shared_ptr<const SiteKey>, SiteKeysError>;

// Passes only the named members to the library. Private parts of a key in the file never reach it.
Jwk import(const json::object& object, std::initializer_list<std::string_view> names) {
    json::object chosen;
    for (const std::string_view name : names)
        chosen[name] = text_at(object, name).value_or("");
    const std::string text = json::serialize(chosen);
    return Jwk{cjose_jwk_import(text.data(), text.size(), nullptr)};
}

// Returns the only algorithm permitted for this key, or std::nullopt if it is not a signature key
// that we support.
std::optional<SiteAlgorithm> algorithm_of(const json::object& object) {
    std::optional<SiteAlgorithm> algorithm;
    const auto type = text_at(object, "kty");
    if (type == "RSA") algorithm = SiteAlgorithm::kRs256;
    if (type == "EC" && text_at(object, "crv") == "P-256") algorithm = SiteAlgorithm::kEs256;
    if (!algorithm) return std::nullopt;
    if (object.contains("use") && text_at(object, "use") != "sig") return std::nullopt;
    if (object.contains("alg") && text_at(object, "alg") != name_of(*algorithm))
        return std::nullopt;
    return algorithm;
}

KeyResult key_from(const json::object& object, SiteAlgorithm algorithm) {
    const bool rsa = algorithm == SiteAlgorithm::kRs256;
    Jwk jwk = rsa ? import(object, {"kty", "n", "e"}) : import(object, {"kty", "crv", "x", "y"});
    if (!jwk) return fail(SiteKeysError::kMalformed);
    if (rsa && cjose_jwk_get_keysize(jwk.get(), nullptr) < kRsaBitsMin)
        return fail(SiteKeysError::kWeakKey);
    return std::make_shared<const SiteKey>(std::string{text_at(object, "kid").value_or("")},
                                           algorithm, std::move(jwk));
}

Result<json::array, SiteKeysError> key_list(std::string_view text) {
    if (text.size() > kFileMax) return fail(SiteKeysError::kTooLarge);
    const auto object = object_in(text);
    const json::value* keys = object ? object->if_contains("keys") : nullptr;
    if (keys == nullptr || !keys->is_array()) return fail(SiteKeysError::kMalformed);
    if (keys->get_array().size() > kKeysMax) return fail(SiteKeysError::kTooManyKeys);
    return keys->get_array();
}

}  // namespace

const char* name_of(SiteAlgorithm algorithm) {
    switch (algorithm) {
        case SiteAlgorithm::kHs256:
            return "HS256";
        case SiteAlgorithm::kRs256:
            return "RS256";
        case SiteAlgorithm::kEs256:
            return "ES256";
    }
    return "";
}

std::string_view text_of(SiteKeysError error) {
    switch (error) {
        case SiteKeysError::kUnreadable:
            return "the file cannot be read";
        case SiteKeysError::kTooLarge:
            return "the file has more than 64 KiB";
        case SiteKeysError::kMalformed:
            return "this is not a JWKS, a key in it is not complete, or a name occurs twice in one "
                   "object";
        case SiteKeysError::kTooManyKeys:
            return "there are more than 32 keys";
        case SiteKeysError::kSecretInKeySet:
            return "a symmetric key stands among the public keys";
        case SiteKeysError::kWeakKey:
            return "a key is too short: RSA needs 2048 bits, a secret 32 bytes";
        case SiteKeysError::kRepeatedKid:
            return "two keys have the same kid";
        case SiteKeysError::kNoUsableKey:
            return "there is no RS256 or ES256 (P-256) signing key";
    }
    return {};
}

Result<SiteKeys::Shared, SiteKeysError> SiteKeys::from_secret(std::string_view secret) {
    if (secret.size() < kSecretMin) return fail(SiteKeysError::kWeakKey);
    Jwk jwk{cjose_jwk_create_oct_spec(reinterpret_cast<const std::uint8_t*>(secret.data()),
                                      secret.size(), nullptr)};
    if (!jwk) return fail(SiteKeysError::kMalformed);
    auto keys = std::make_shared<SiteKeys>();
    keys->keys_.push_back(
        std::make_shared<const SiteKey>(std::string{}, SiteAlgorithm::kHs256, std::move(jwk)));
    return keys;
}

Result<SiteKeys::Shared, SiteKeysError> SiteKeys::from_jwks(std::string_view text) {
    const auto list = key_list(text);
    if (!list) return fail(list.error());
    auto keys = std::make_shared<SiteKeys>();
    for (const json::value& entry : *list) {
        const json::object* object = entry.if_object();
        if (object == nullptr) return fail(SiteKeysError::kMalformed);
        if (text_at(*object, "kty") == "oct") return fail(SiteKeysError::kSecretInKeySet);
        const auto algorithm = algorithm_of(*object);
        if (!algorithm) continue;
        auto key = key_from(*object, *algorithm);
        if (!key) return fail(key.error());
        const auto same_kid = [&](const auto& other) { return other->kid == (*key)->kid; };
        if (std::ranges::any_of(keys->keys_, same_kid)) return fail(SiteKeysError::kRepeatedKid);
        keys->keys_.push_back(std::move(*key));
    }
    if (keys->keys_.empty()) return fail(SiteKeysError::kNoUsableKey);
    return keys;
}

const SiteKey* SiteKeys::find(std::optional<std::string_view> kid) const {
    // A single key needs no kid in the token, and without a kid of its own it matches any kid.
    if (keys_.size() == 1 && (!kid || keys_.front()->kid.empty())) return keys_.front().get();
    if (!kid) return nullptr;
    for (const auto& key : keys_)
        if (key->kid == *kid) return key.get();
    return nullptr;
}

}  // namespace onsale::token
