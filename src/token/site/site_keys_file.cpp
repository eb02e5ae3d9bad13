#include "token/site/site_keys_file.hpp"

#include <stdexcept>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/file/descriptor.hpp"

namespace onsale::token {
namespace {

// One byte more than the maximum size of a key set.
constexpr std::size_t kReadMax = 64 * 1024 + 1;

// read() may return a file in several pieces.
std::string read_up_to(int file, std::size_t limit) {
    std::string content(limit, '\0');
    std::size_t size = 0;
    while (size < limit) {
        const ssize_t got = ::read(file, content.data() + size, limit - size);
        if (got <= 0) break;
        size += static_cast<std::size_t>(got);
    }
    content.resize(size);
    return content;
}

}  // namespace

SiteKeysFile::SiteKeysFile(std::filesystem::path path) : path_(std::move(path)) {
    auto loaded = load(path_);
    if (!loaded)
        throw std::runtime_error(fmt::format("cannot use the site's keys in {}: {}", path_.string(),
                                             text_of(loaded.error())));
    version_ = loaded->version;
    current_ = std::move(loaded->keys);
}

Result<SiteKeysFile::Reload, SiteKeysError> SiteKeysFile::reload_if_changed() {
    struct stat status;
    if (::stat(path_.c_str(), &status) != 0) return fail(SiteKeysError::kUnreadable);
    if (runtime::version_of(status) == version_) return Reload::kUnchanged;
    auto loaded = load(path_);
    if (!loaded) return fail(loaded.error());
    version_ = loaded->version;
    current_ = std::move(loaded->keys);
    return Reload::kReplaced;
}

Result<SiteKeysFile::Loaded, SiteKeysError> SiteKeysFile::load(const std::filesystem::path& path) {
    const runtime::Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    struct stat status;
    if (!file.valid() || ::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode))
        return fail(SiteKeysError::kUnreadable);
    auto keys = SiteKeys::from_jwks(read_up_to(file.number(), kReadMax));
    if (!keys) return fail(keys.error());
    return Loaded{runtime::version_of(status), std::move(*keys)};
}

}  // namespace onsale::token
