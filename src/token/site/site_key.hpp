#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <cjose/jwk.h>

namespace onsale::token {

enum class SiteAlgorithm : std::uint8_t { kHs256, kRs256, kEs256 };

// The algorithm's name in a JOSE header.
const char* name_of(SiteAlgorithm algorithm);

struct JwkRelease {
    void operator()(cjose_jwk_t* jwk) const { cjose_jwk_release(jwk); }
};
using Jwk = std::unique_ptr<cjose_jwk_t, JwkRelease>;

// A key of the embedding site with its only permitted algorithm. A token cannot choose the
// algorithm.
struct SiteKey {
    std::string kid;  // Empty when the site gave none.
    SiteAlgorithm algorithm = SiteAlgorithm::kHs256;
    Jwk jwk;
};

}  // namespace onsale::token
