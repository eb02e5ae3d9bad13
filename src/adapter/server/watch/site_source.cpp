#include "adapter/server/watch/site_source.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "runtime/file/private_file.hpp"
#include "runtime/log.hpp"

namespace onsale::server {
namespace {

std::string read_secret(const std::string& path) {
    runtime::refuse_public_file(path);
    std::ifstream in{path, std::ios::binary};
    if (!in) throw std::runtime_error{"identity.site_jwt_secret_file: cannot read " + path};
    std::string secret{std::istreambuf_iterator<char>{in}, {}};
    while (secret.ends_with('\n') || secret.ends_with('\r'))
        secret.pop_back();
    return secret;
}

}  // namespace

SiteSource::SiteSource(token::SiteTokenRules rules, const Files& files) {
    source_.rules = std::move(rules);
    if (files.secret.empty() && files.jwks.empty()) return;
    try {
        token::check(source_.rules);
    } catch (const std::invalid_argument& error) {
        throw std::runtime_error{std::string{"identity.site_issuer, site_audience: "} +
                                 error.what()};
    }
    if (!files.jwks.empty()) {
        file_.emplace(files.jwks);
        source_.keys = file_->current();
        return;
    }
    auto keys = token::SiteKeys::from_secret(read_secret(files.secret));
    if (!keys) throw std::runtime_error{"identity.site_jwt_secret_file: the secret needs 32 bytes"};
    source_.keys = *keys;
}

token::SiteKeys::Shared SiteSource::reload() {
    const auto reloaded = file_->reload_if_changed();
    if (!reloaded) {
        runtime::log(runtime::LogLevel::kWarning,
                     "identity.site_jwks_file is broken; the keys stay as they were");
        return nullptr;
    }
    if (*reloaded == token::SiteKeysFile::Reload::kUnchanged) return nullptr;
    source_.keys = file_->current();
    runtime::log(runtime::LogLevel::kInfo, "site keys reloaded");
    return source_.keys;
}

}  // namespace onsale::server
