#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

#include <cjose/jws.h>

#include "base/assert.hpp"
#include "token/site/site_key.hpp"

namespace onsale::token {

// A new key pair of an embedding site, for tests.
class TestSiteKey {
  public:
    static TestSiteKey rsa(std::size_t bits = 2048) {
        constexpr std::uint8_t kExponent[] = {1, 0, 1};
        return TestSiteKey{cjose_jwk_create_RSA_random(bits, kExponent, sizeof kExponent, nullptr)};
    }
    static TestSiteKey ec(cjose_jwk_ec_curve curve = CJOSE_JWK_EC_P_256) {
        return TestSiteKey{cjose_jwk_create_EC_random(curve, nullptr)};
    }

    // A member of a JWKS. `extra` contains additional JSON members, such as R"("kid":"a")".
    std::string jwk(std::string_view extra = "", bool with_private_part = false) const {
        char* text = cjose_jwk_to_json(jwk_.get(), with_private_part, nullptr);
        std::string json = text;
        std::free(text);
        if (extra.empty()) return json;
        json.pop_back();
        return json + ',' + std::string{extra} + '}';
    }

    // A null `kid` or `typ` is left out.
    std::string sign(const char* algorithm, const char* kid, std::string_view payload,
                     const char* type = "JWT") const {
        cjose_header_t* header = cjose_header_new(nullptr);
        cjose_header_set(header, CJOSE_HDR_ALG, algorithm, nullptr);
        if (kid != nullptr) cjose_header_set(header, CJOSE_HDR_KID, kid, nullptr);
        if (type != nullptr) cjose_header_set(header, "typ", type, nullptr);
        cjose_jws_t* jws = cjose_jws_sign(jwk_.get(), header,
                                          reinterpret_cast<const std::uint8_t*>(payload.data()),
                                          payload.size(), nullptr);
        const char* text = nullptr;
        ONSALE_ASSERT(jws != nullptr && cjose_jws_export(jws, &text, nullptr));
        std::string token = text;
        cjose_jws_release(jws);
        cjose_header_release(header);
        return token;
    }

  private:
    explicit TestSiteKey(cjose_jwk_t* jwk) : jwk_(jwk) { ONSALE_ASSERT(jwk_ != nullptr); }

    Jwk jwk_;
};

inline std::string key_set(std::initializer_list<std::string> members) {
    std::string text = R"({"keys":[)";
    for (const std::string& member : members)
        text += member + ',';
    if (members.size() > 0) text.pop_back();
    return text + "]}";
}

}  // namespace onsale::token
