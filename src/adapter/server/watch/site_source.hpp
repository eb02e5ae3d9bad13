#pragma once

#include <optional>
#include <string>

#include "adapter/http/api/context/guest_identity.hpp"
#include "token/site/site_keys_file.hpp"

namespace onsale::server {

// The embedding site's keys. The constructor throws if they are invalid, and names the key of the
// configuration.
class SiteSource {
  public:
    struct Files {
        std::string secret;  // A shared secret; empty: not used.
        std::string jwks;    // Public keys, which the site may change; empty: not used.
    };

    SiteSource(token::SiteTokenRules rules, const Files& files);

    http::SiteIdentitySource current() const { return source_; }
    bool watches_file() const { return file_.has_value(); }
    // The new keys when the JWKS file has changed and is valid; otherwise null.
    token::SiteKeys::Shared reload();

  private:
    http::SiteIdentitySource source_;
    std::optional<token::SiteKeysFile> file_;
};

}  // namespace onsale::server
