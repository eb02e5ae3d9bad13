#pragma once

#include <array>
#include <memory>
#include <string>

#include "adapter/http/transport/socket/tls_context.hpp"
#include "runtime/file/file_version.hpp"

namespace onsale::server {

// The configured certificate and key, reloaded when their files change.
class TlsFiles {
  public:
    // Throws if the files are invalid. Without a certificate there is no TLS.
    TlsFiles(std::string certificate, std::string key);

    // Null: no TLS.
    const std::shared_ptr<const http::TlsContext>& current() const { return current_; }
    // The new pair when a file has changed and both are valid; otherwise null. An invalid pair is
    // logged once: a renewal writes two files, and the next check finds both.
    std::shared_ptr<const http::TlsContext> reload();

  private:
    std::array<runtime::FileVersion, 2> versions() const;

    std::string certificate_;
    std::string key_;
    std::array<runtime::FileVersion, 2> tried_;
    std::shared_ptr<const http::TlsContext> current_;
};

}  // namespace onsale::server
