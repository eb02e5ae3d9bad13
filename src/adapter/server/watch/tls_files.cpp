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

std::array<runtime::FileVersion, 2> TlsFiles::versions() const {
    return {runtime::version_of(certificate_), runtime::version_of(key_)};
}

}  // namespace onsale::server
