#pragma once

#include <optional>

#include "adapter/http/api/context/guest_identity.hpp"
#include "program/config/config.hpp"
#include "token/site/site_keys_file.hpp"

namespace onsale::program {

// The embedding site's keys from the configuration. The constructor throws if they are invalid.
class SiteSource {
  public:
    explicit SiteSource(const IdentityConfig& config);

    http::SiteIdentitySource current() const { return source_; }
    bool watches_file() const { return file_.has_value(); }
    // The new keys when the JWKS file has changed and is valid; otherwise null.
    token::SiteKeys::Shared reload();

  private:
    http::SiteIdentitySource source_;
    std::optional<token::SiteKeysFile> file_;
};

}  // namespace onsale::program
