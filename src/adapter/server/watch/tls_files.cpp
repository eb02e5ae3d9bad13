#include "adapter/server/watch/tls_files.hpp"

#include <exception>
#include <utility>

#include "runtime/log.hpp"

namespace onsale::server {

TlsFiles::TlsFiles(std::string certificate, std::string key)
    : certificate_(std::move(certificate)), key_(std::move(key)), tried_(versions()) {
    if (!certificate_.empty()) current_ = http::TlsContext::from_files(certificate_, key_);
}

std::shared_ptr<const http::TlsContext> TlsFiles::reload() {
    if (!current_) return nullptr;
    // Read before the files: a change in between is found at the next check.
    const auto found = versions();
    if (found == tried_) return nullptr;
    tried_ = found;
    try {
        current_ = http::TlsContext::from_files(certificate_, key_);
    } catch (const std::exception& error) {
        runtime::log(runtime::LogLevel::kWarning,
                     "server.tls_certificate, tls_key: the new pair is broken; the old one stays",
                     {{"error", error.what()}});
        return nullptr;
    }
    runtime::log(runtime::LogLevel::kInfo, "TLS certificate reloaded");
    return current_;
}

TlsFiles::Version TlsFiles::version_of(const std::string& path) {
    constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;
    struct stat status{};
    if (::stat(path.c_str(), &status) != 0) return {};
    return {.inode = status.st_ino,
            .size = status.st_size,
            .modified_ns = status.st_mtim.tv_sec * kNanosecondsPerSecond + status.st_mtim.tv_nsec};
}

std::array<TlsFiles::Version, 2> TlsFiles::versions() const {
    return {version_of(certificate_), version_of(key_)};
}

}  // namespace onsale::server
