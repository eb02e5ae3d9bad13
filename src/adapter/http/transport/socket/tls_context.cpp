#include "adapter/http/transport/socket/tls_context.hpp"

#include <csignal>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>

#include "runtime/file/private_file.hpp"

namespace onsale::http {
namespace {

template <auto release>
struct Releaser {
    void operator()(auto* object) const { release(object); }
};
using BioPtr = std::unique_ptr<BIO, Releaser<BIO_free>>;
using CertificatePtr = std::unique_ptr<X509, Releaser<X509_free>>;
using KeyPtr = std::unique_ptr<EVP_PKEY, Releaser<EVP_PKEY_free>>;

[[noreturn]] void fail_start(const std::string& what) {
    char reason[256] = {};
    ERR_error_string_n(ERR_get_error(), reason, sizeof reason);
    throw std::runtime_error("tls: " + what + " (" + reason + ")");
}

BioPtr reader(const std::string& pem) {
    return BioPtr{BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()))};
}

std::string content_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("tls: cannot read '" + path + "'; check path and rights");
    return {std::istreambuf_iterator<char>(file), {}};
}

void load_chain(SSL_CTX* context, const std::string& pem) {
    const BioPtr bio = reader(pem);
    const CertificatePtr own{PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr)};
    if (!own || SSL_CTX_use_certificate(context, own.get()) != 1) {
        fail_start("the certificate is no PEM certificate");
    }
    while (X509* issuer = PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr)) {
        SSL_CTX_add0_chain_cert(context, issuer);
    }
    ERR_clear_error();  // OpenSSL reports the end of the chain as an error.
}

void load_key(SSL_CTX* context, const std::string& pem) {
    const KeyPtr key{PEM_read_bio_PrivateKey(reader(pem).get(), nullptr, nullptr, nullptr)};
    if (!key || SSL_CTX_use_PrivateKey(context, key.get()) != 1) {
        fail_start("the key is no PEM private key that fits the certificate");
    }
    if (SSL_CTX_check_private_key(context) != 1) fail_start("key and certificate differ");
}

}  // namespace

TlsContext::TlsContext() : context_(SSL_CTX_new(TLS_server_method())) {
    if (!context_) fail_start("no context");
    SSL_CTX_set_min_proto_version(context_, TLS1_2_VERSION);
    SSL_CTX_set_options(context_, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                      SSL_OP_CIPHER_SERVER_PREFERENCE);
    // An idle session frees its 34 KiB of buffers. Answers may be written in parts, and a retry may
    // use another buffer address.
    SSL_CTX_set_mode(context_, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                                   SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    // Reads a record's header and content with one system call.
    SSL_CTX_set_read_ahead(context_, 1);
    // Tickets store the session at the client; a cache here would only use memory.
    SSL_CTX_set_session_cache_mode(context_, SSL_SESS_CACHE_OFF);
    // OpenSSL uses write(), which raises SIGPIPE when the client has disconnected.
    std::signal(SIGPIPE, SIG_IGN);
}

std::shared_ptr<const TlsContext> TlsContext::from_pem(const std::string& certificate_chain,
                                                       const std::string& private_key) {
    const std::shared_ptr<TlsContext> made{new TlsContext};
    load_chain(made->context_, certificate_chain);
    load_key(made->context_, private_key);
    return made;
}

std::shared_ptr<const TlsContext> TlsContext::from_files(const std::string& certificate_file,
                                                         const std::string& key_file) {
    runtime::refuse_public_file(key_file);
    return from_pem(content_of(certificate_file), content_of(key_file));
}

SSL* TlsContext::new_session(int socket) const {
    SSL* const session = SSL_new(context_);
    if (!session) return nullptr;
    if (SSL_set_fd(session, socket) != 1) {
        SSL_free(session);
        return nullptr;
    }
    SSL_set_accept_state(session);
    return session;
}

}  // namespace onsale::http
