#include <cstdlib>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "runtime/file/test_folder.hpp"
#include "tests/postgres/client/postgres_site.hpp"

namespace onsale::postgres {
namespace {

namespace fs = std::filesystem;

class LoginTest : public test::OnLoop {
  protected:
    static void SetUpTestSuite() {
        server_ = std::make_unique<test::PostgresServer>(
            test::PostgresOptions{.settings = {"max_connections = 6"},
                                  .access = {"host all onsale 127.0.0.1/32 scram-sha-256"}});
        (void)server_->sql("create role onsale login password 'right'");
    }
    static void TearDownTestSuite() { server_.reset(); }

    Config config(const std::string& password) const {
        Config config = config_of({host_of(*server_)});
        config.user = "onsale";
        config.password_file = password_file(password);
        return config;
    }
    fs::path password_file(const std::string& password) const {
        folder.write("password", password + "\n");
        fs::permissions(folder / "password", fs::perms{0600});
        return folder / "password";
    }
    Answers call(Client& client, std::chrono::milliseconds time = 10s) {
        return run(client.read({unprepared("select 1")}, in(time)));
    }
    Answers call(const Config& config, std::chrono::milliseconds time = 10s) {
        Client client{loop, config};
        return call(client, time);
    }

    static inline std::unique_ptr<test::PostgresServer> server_;
    runtime::TestFolder folder;
};

TEST_F(LoginTest, ThePasswordComesFromAFile) {
    EXPECT_TRUE(call(config("right")).has_value());
}

TEST_F(LoginTest, AWrongPasswordIsSaidAtOnce) {
    Config wrong = config("wrong");
    wrong.reconnect.first = wrong.reconnect.longest = 60s;
    Client client{loop, wrong};
    for (int calls = 0; calls < 2; ++calls) {
        const auto refused = call(client, 60s);
        EXPECT_EQ(refused.error().outcome, CallOutcome::kUnavailable);
        EXPECT_EQ(refused.error().cause, CallCause::kAuthentication);
        EXPECT_EQ(refused.error().sqlstate, "28P01");
    }
    EXPECT_EQ(client.counters()["postgres_connect_failures_total"], 1u) << "no further try yet";
}

TEST_F(LoginTest, AMissingPasswordIsAWrongOne) {
    Config bare = config("");
    bare.password_file.clear();
    EXPECT_EQ(call(bare, 60s).error().cause, CallCause::kAuthentication);
}

TEST_F(LoginTest, ANewPasswordNeedsNoRestart) {
    Client client{loop, config("wrong")};
    EXPECT_FALSE(call(client).has_value());
    (void)password_file("right");
    run_until([&] { return call(client).has_value(); });
}

TEST_F(LoginTest, AMissingDatabaseOrRoleIsSaidAtOnce) {
    Config nowhere = config("right");
    nowhere.database = "nowhere";
    EXPECT_EQ(call(nowhere, 60s).error().cause, CallCause::kSchema);
    Config stranger = config("right");
    stranger.user = "stranger";
    EXPECT_EQ(call(stranger, 60s).error().cause, CallCause::kAuthentication);
}

TEST_F(LoginTest, AMissingRightIsToldFromAMissingTable) {
    (void)server_->sql("create table if not exists secret()");
    Client client{loop, config("right")};
    const auto refused = run(client.read({unprepared("select from secret")}, in(10s)));
    EXPECT_EQ(refused.error().cause, CallCause::kPermission);
    EXPECT_EQ(refused.error().words, "permission denied for table secret");
}

// Three of the six places are kept for superusers.
TEST_F(LoginTest, AServerWithoutAFreePlaceSaysSo) {
    Client others{loop, config("right")};
    std::vector<Result<Transaction, CallError>> holders;
    for (int i = 0; i < 3; ++i)
        holders.push_back(run(others.begin(Access::kReadOnly, in(10s))));
    Client client{loop, config("right")};
    const auto refused = call(client, 1s);
    EXPECT_EQ(refused.error().outcome, CallOutcome::kUnavailable);
    EXPECT_EQ(refused.error().cause, CallCause::kTooManyConnections);
    others.close();
    EXPECT_TRUE(call(client).has_value()) << "it waits until there is a place";
}

TEST_F(LoginTest, ShowsItsNameAndKeepsUtc) {
    Client client{loop, config("right")};
    const auto answers = run(client.read(
        {unprepared("select current_setting('application_name'), current_setting('timezone')")},
        in(10s)));
    EXPECT_EQ((answers->front().row<std::string, std::string>(0)), (std::tuple{"onsale"s, "UTC"s}));
}

// The server has a certificate for the name `localhost`.
class TlsTest : public test::OnLoop {
  protected:
    static void SetUpTestSuite() {
        server_ = std::make_unique<test::PostgresServer>(test::PostgresOptions{});
        make_certificate("server");
        make_certificate("other");
        for (const char* const file : {"server.key", "server.pem"})
            server_->own(server_->folder() / file);
        server_->set("ssl_key_file", server_->folder() / "server.key");
        server_->set("ssl_cert_file", server_->folder() / "server.pem");
        server_->set("ssl", "on");
    }
    static void TearDownTestSuite() { server_.reset(); }

    static void make_certificate(const std::string& name) {
        const std::string command = fmt::format(
            "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 "
            "-subj /CN=localhost -addext subjectAltName=DNS:localhost "
            "-keyout {0}/{1}.key -out {0}/{1}.pem >/dev/null 2>&1",
            server_->folder().string(), name);
        ASSERT_EQ(std::system(command.c_str()), 0);
    }
    static Config config(const std::string& host, const std::string& ca) {
        Config config = config_of({{host, server_->port()}});
        config.tls = TlsConfig{.ca_file = server_->folder() / (ca + ".pem")};
        return config;
    }
    Answers call(const Config& config, const Command& command, std::chrono::milliseconds time) {
        Client client{loop, config};
        return run(client.read({command}, in(time)));
    }

    static inline std::unique_ptr<test::PostgresServer> server_;
};

constexpr std::string_view kIsEncrypted =
    "select ssl from pg_stat_ssl where pid = pg_backend_pid()";

TEST_F(TlsTest, SpeaksWithAServerThatProvesItsName) {
    const auto answers = call(config("localhost", "server"), unprepared(kIsEncrypted), 10s);
    ASSERT_TRUE(answers.has_value()) << answers.error().words;
    EXPECT_EQ(answers->front().row<bool>(0), std::tuple{true});
}

TEST_F(TlsTest, RefusesAServerOfAnotherName) {
    const auto refused = call(config("127.0.0.1", "server"), unprepared(kIsEncrypted), 1s);
    EXPECT_EQ(refused.error().cause, CallCause::kNotConnected);
    EXPECT_NE(refused.error().words.find("does not match host name"), std::string::npos)
        << refused.error().words;
}

TEST_F(TlsTest, RefusesACertificateThatNobodyKnownSigned) {
    const auto refused = call(config("localhost", "other"), unprepared(kIsEncrypted), 1s);
    EXPECT_EQ(refused.error().cause, CallCause::kNotConnected);
    EXPECT_NE(refused.error().words.find("certificate verify failed"), std::string::npos)
        << refused.error().words;
}

TEST_F(TlsTest, RefusesAServerWithoutTls) {
    Config plain = config("localhost", "server");
    plain.hosts = {{"localhost", shared_server().port()}};
    EXPECT_EQ(call(plain, unprepared(kIsEncrypted), 1s).error().cause, CallCause::kNotConnected);
}

TEST_F(TlsTest, CarriesLargeValues) {
    const auto answers =
        call(config("localhost", "server"),
             unprepared("select repeat('x', 3000000) from generate_series(1, 3)"), 20s);
    ASSERT_TRUE(answers.has_value()) << answers.error().words;
    EXPECT_EQ(answers->front().all<std::string>().size(), 3u);
}

}  // namespace
}  // namespace onsale::postgres
