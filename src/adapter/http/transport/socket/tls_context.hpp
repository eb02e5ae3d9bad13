#pragma once

#include <memory>
#include <string>

#include <openssl/ssl.h>

namespace onsale::http {

// The server's certificate and key, TLS 1.2 and later.
// Thread safety: immutable after construction, shared by all loops.
class TlsContext {
  public:
    // Throws std::runtime_error naming what is wrong with the certificate or the key.
    static std::shared_ptr<const TlsContext> from_pem(const std::string& certificate_chain,
                                                      const std::string& private_key);
    // Rejects a key file that every user of the machine may read or write.
    static std::shared_ptr<const TlsContext> from_files(const std::string& certificate_file,
                                                        const std::string& key_file);

    TlsContext(const TlsContext&) = delete;
    TlsContext& operator=(const TlsContext&) = delete;
    ~TlsContext() { SSL_CTX_free(context_); }

    // Creates a server-side session on the socket; null when out of memory.
    SSL* new_session(int socket) const;

  private:
    TlsContext();

    SSL_CTX* context_;
};

}  // namespace onsale::http
