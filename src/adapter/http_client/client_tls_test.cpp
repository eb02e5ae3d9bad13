#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "adapter/http_client/client.hpp"
#include "adapter/http_client/test_client.hpp"
#include "base/assert.hpp"
#include "tests/support/http_identity.hpp"
#include "tests/support/http_server.hpp"

namespace onsale::http_client {
namespace {

using namespace test;
using Awaitable = boost::asio::awaitable<void>;

class HttpClientTls : public ::testing::Test, protected TestClient {
  protected:
    HttpClientTls() {
        auto name = (std::filesystem::temp_directory_path() / "onsale-tls-XXXXXX").string();
        ONSALE_ASSERT(::mkdtemp(name.data()) != nullptr);
        folder_ = name;
    }
    ~HttpClientTls() override { std::filesystem::remove_all(folder_); }

    void trust(const HttpTestIdentity& identity) {
        std::ofstream{folder_ / "ca.pem"} << identity.certificate;
        client.emplace(loop, Config{.ca_file = folder_ / "ca.pem"});
    }
    void expect_no_trust(HttpTestServer& server) {
        const CallError error = failure({.method = "POST", .url = server.url(), .body = "secret"});
        EXPECT_EQ(error.cause, CallCause::kNotTrusted) << error.words;
        EXPECT_EQ(error.outcome, CallOutcome::kUnavailable);
        EXPECT_EQ(requests, 0);
    }
    HttpTestServer::Script counting() {
        return answering([this](const HttpRequest&) {
            ++requests;
            return http_answer(200, "a");
        });
    }

    int requests = 0;

  private:
    std::filesystem::path folder_;
};

TEST_F(HttpClientTls, CallsAServerThatItsFileTrusts) {
    const HttpTestIdentity identity = http_identity("localhost");
    trust(identity);
    HttpTestServer server{loop, identity.context(), counting()};
    for (int i = 0; i < 3; ++i) {
        const auto answer = call({.url = server.url()});
        ASSERT_TRUE(answer) << answer.error().words;
        EXPECT_EQ(answer->body, "a");
    }
    EXPECT_EQ(server.connections, 1U);
}

TEST_F(HttpClientTls, SendsNothingToAServerThatTheSystemDoesNotTrust) {
    HttpTestServer server{loop, http_identity("localhost").context(), counting()};
    expect_no_trust(server);
}

TEST_F(HttpClientTls, SendsNothingWhereTheCertificateHasAnotherName) {
    const HttpTestIdentity identity = http_identity("elsewhere.example");
    trust(identity);
    HttpTestServer server{loop, identity.context(), counting()};
    expect_no_trust(server);
}

TEST_F(HttpClientTls, SendsNothingWhereTheCertificateHasExpired) {
    const HttpTestIdentity identity = http_identity("localhost", -3600);
    trust(identity);
    HttpTestServer server{loop, identity.context(), counting()};
    expect_no_trust(server);
}

TEST_F(HttpClientTls, SendsNothingToAServerOfAnOldVersion) {
    const HttpTestIdentity identity = http_identity("localhost");
    trust(identity);
    boost::asio::ssl::context context = identity.context();
    SSL_CTX_set_security_level(context.native_handle(), 0);
    SSL_CTX_set_max_proto_version(context.native_handle(), TLS1_1_VERSION);
    HttpTestServer server{loop, std::move(context), counting()};
    expect_no_trust(server);
}

TEST_F(HttpClientTls, SendsNothingToAServerWithoutTls) {
    HttpTestServer server{loop, [](HttpPeer& peer) -> Awaitable {
                              co_await peer.send("SSH-2.0-OpenSSH\r\n");
                              co_await peer.wait_for_close();
                          }};
    const CallError error = failure({.url = "https" + server.url().substr(4)});
    EXPECT_EQ(error.outcome, CallOutcome::kUnavailable);
    EXPECT_EQ(error.cause, CallCause::kNotTrusted) << error.words;
}

// The disposition of SIGPIPE in a test program is the default, which ends it.
TEST_F(HttpClientTls, AServerThatLeavesInTheMiddleDoesNotEndTheProcess) {
    const HttpTestIdentity identity = http_identity("localhost");
    trust(identity);
    HttpTestServer server{loop, identity.context(), [](HttpPeer& peer) -> Awaitable {
                              peer.reset();
                              co_return;
                          }};
    ASSERT_NE(std::signal(SIGPIPE, SIG_DFL), SIG_ERR);
    for (int i = 0; i < 20; ++i) {
        const CallError error =
            failure({.method = "POST", .url = server.url(), .body = std::string(1 << 22, 'x')});
        EXPECT_NE(error.cause, CallCause::kDeadline) << error.words;
    }
}

}  // namespace
}  // namespace onsale::http_client
