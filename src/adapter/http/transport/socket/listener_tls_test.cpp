#include <stdexcept>
#include <string>

#include <gtest/gtest.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "adapter/http/transport/socket/listener.hpp"
#include "adapter/http/transport/socket/test_listener.hpp"
#include "adapter/http/transport/socket/tls_context.hpp"
#include "runtime/file/test_folder.hpp"

namespace onsale::http {
namespace {

using namespace std::chrono_literals;
using namespace testing;

struct Identity {
    std::string certificate;
    std::string key;
};

std::string text_in(BIO* bio) {
    char* data = nullptr;
    const long size = BIO_get_mem_data(bio, &data);
    std::string text(data, static_cast<std::size_t>(size));
    BIO_free(bio);
    return text;
}

// A self-signed certificate, valid for an hour.
Identity make_identity() {
    EVP_PKEY* const key = EVP_EC_gen("P-256");
    X509* const certificate = X509_new();
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), 0);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
    X509_set_pubkey(certificate, key);
    X509_NAME* const name = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>("localhost"), -1, -1, 0);
    X509_set_issuer_name(certificate, name);
    X509_sign(certificate, key, EVP_sha256());
    BIO* const certificate_out = BIO_new(BIO_s_mem());
    PEM_write_bio_X509(certificate_out, certificate);
    BIO* const key_out = BIO_new(BIO_s_mem());
    PEM_write_bio_PrivateKey(key_out, key, nullptr, nullptr, 0, nullptr, nullptr);
    X509_free(certificate);
    EVP_PKEY_free(key);
    return {text_in(certificate_out), text_in(key_out)};
}

TransportConfig tls_config() {
    const Identity identity = make_identity();
    TransportConfig config;
    config.tls = TlsContext::from_pem(identity.certificate, identity.key);
    return config;
}

// A TLS client over a Client's socket, driven together with the server's loop.
class TlsClient {
  public:
    explicit TlsClient(Server& server, int version_max = TLS1_3_VERSION)
        : server_(server), client_(server.connect()), context_(SSL_CTX_new(TLS_client_method())) {
        SSL_CTX_set_max_proto_version(context_, version_max);
        SSL_CTX_set_security_level(context_, 0);
        session_ = SSL_new(context_);
        SSL_set_fd(session_, client_.socket());
    }
    ~TlsClient() {
        SSL_free(session_);
        SSL_CTX_free(context_);
    }
    TlsClient(const TlsClient&) = delete;

    bool handshake() {
        return run([this] { return SSL_connect(session_); }) == 1;
    }
    void send(std::string_view bytes) {
        run([&] { return SSL_write(session_, bytes.data(), static_cast<int>(bytes.size())); });
    }
    // Reads until the received text ends with `end`, or the server closes.
    std::string until(std::string_view end) {
        std::string received;
        char buffer[16'384];
        while (!received.ends_with(end) || end.empty()) {
            const int got = run([&] { return SSL_read(session_, buffer, sizeof buffer); });
            if (got <= 0) break;
            received.append(buffer, static_cast<std::size_t>(got));
        }
        return received;
    }

  private:
    // Repeats a call that would block and runs the server in between.
    template <class Call>
    int run(Call call) {
        int result = 0;
        server_.run_until([&] {
            ERR_clear_error();  // Client and server share the thread, and so the error queue.
            result = call();
            const int error = SSL_get_error(session_, result);
            return error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE;
        });
        return result;
    }

    Server& server_;
    Client client_;
    SSL_CTX* context_;
    SSL* session_;
};

TEST(Tls, CarriesRequestsBothWays) {
    for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
        Server server{tls_config()};
        TlsClient client{server, version};
        ASSERT_TRUE(client.handshake());
        for (int i = 0; i < 3; ++i) {
            client.send(post("/p", "hello"));
            EXPECT_EQ(body_of(client.until("/p|hello")), "/p|hello");
        }
        EXPECT_TRUE(server.handler.last_secure);
    }
}

TEST(Tls, TellsBrowsersToComeByTlsOnly) {
    Server server{tls_config()};
    TlsClient client{server};
    ASSERT_TRUE(client.handshake());
    client.send(get("/a"));
    EXPECT_NE(client.until("/a|").find("Strict-Transport-Security: max-age=31536000\r\n"),
              std::string::npos);
}

TEST(Tls, CarriesBigBodiesAndAnswers) {
    Server server{tls_config()};
    server.handler.big = std::string(4 << 20, 'x') + "end";
    TlsClient client{server};
    ASSERT_TRUE(client.handshake());
    const std::string body(60'000, 'b');
    client.send(post("/p", body));
    EXPECT_EQ(body_of(client.until("b")).substr(0, 3), "/p|");
    client.send(get("/big"));
    EXPECT_GT(client.until("end").size(), server.handler.big.size());
}

TEST(Tls, SaysGoodbyeWhenItCloses) {
    Server server{tls_config()};
    TlsClient client{server};
    ASSERT_TRUE(client.handshake());
    client.send(get("/a", "Connection: close\r\n"));
    EXPECT_TRUE(client.until("").ends_with("/a|"));
}

TEST(Tls, RefusesOldVersions) {
    Server server{tls_config()};
    TlsClient client{server, TLS1_1_VERSION};
    EXPECT_FALSE(client.handshake());
}

TEST(Tls, PlainTextIsClosed) {
    Server server{tls_config()};
    Client client = server.connect();
    client.send(get("/a"));
    client.until_closed();
    EXPECT_TRUE(server.handler.paths.empty());
}

TEST(Tls, AHandshakeThatStallsIsClosed) {
    Server server{tls_config()};
    Client client = server.connect();
    client.send("\x16\x03\x01");
    ASSERT_TRUE(server.run_until([&] { return server.counters["connections_open"] == 1; }));
    server.advance(11s);
    EXPECT_EQ(server.counters["connections_open"], 0U);
}

TEST(Tls, ABadKeyNamesTheFault) {
    const Identity one = make_identity();
    const Identity other = make_identity();
    EXPECT_THROW(TlsContext::from_pem(one.certificate, other.key), std::runtime_error);
    EXPECT_THROW(TlsContext::from_pem("no", one.key), std::runtime_error);
    EXPECT_THROW(TlsContext::from_files("/nowhere/a.pem", "/nowhere/b.pem"), std::runtime_error);
}

TEST(Tls, AKeyThatEverybodyMayReadIsRefused) {
    const runtime::TestFolder folder;
    const Identity identity = make_identity();
    folder.write("cert.pem", identity.certificate);
    folder.write("key.pem", identity.key);
    const std::string certificate = (folder / "cert.pem").string();
    const std::string key = (folder / "key.pem").string();
    for (const mode_t mode : {mode_t{0644}, mode_t{0604}, mode_t{0602}}) {
        ASSERT_EQ(::chmod(key.c_str(), mode), 0);
        EXPECT_THROW(TlsContext::from_files(certificate, key), std::runtime_error) << mode;
    }
    for (const mode_t mode : {mode_t{0600}, mode_t{0640}}) {
        ASSERT_EQ(::chmod(key.c_str(), mode), 0);
        EXPECT_NO_THROW(TlsContext::from_files(certificate, key)) << mode;
    }
}

}  // namespace
}  // namespace onsale::http
