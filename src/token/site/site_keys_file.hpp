#pragma once

#include <cstdint>
#include <filesystem>

#include "base/result.hpp"
#include "runtime/file/file_version.hpp"
#include "token/site/site_keys.hpp"

namespace onsale::token {

// A JWKS file that the embedding site or its operator replaces when keys rotate. Used by one
// thread; the SiteKeys that it returns may be shared.
class SiteKeysFile {
  public:
    enum class Reload : std::uint8_t { kUnchanged, kReplaced };

    // Throws std::runtime_error that names the file and the fix when it is not a usable key set.
    explicit SiteKeysFile(std::filesystem::path path);

    SiteKeys::Shared current() const { return current_; }

    // Costs one stat when nothing changed. If the file is invalid, the keys stay unchanged, and
    // every call reports the error and tries again until the file is valid.
    Result<Reload, SiteKeysError> reload_if_changed();

  private:
    struct Loaded {
        runtime::FileVersion version;
        SiteKeys::Shared keys;
    };

    static Result<Loaded, SiteKeysError> load(const std::filesystem::path& path);

    std::filesystem::path path_;
    runtime::FileVersion version_;
    SiteKeys::Shared current_;
};

}  // namespace onsale::token
