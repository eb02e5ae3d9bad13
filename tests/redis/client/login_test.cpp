#include <cstdlib>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "adapter/redis/client/client.hpp"
#include "tests/redis/client/on_loop.hpp"

namespace onsale::redis {
namespace {

class LoginTest : public OnLoop {
  protected:
    CallResult ping(const Config& config, std::chrono::milliseconds time = 5s) {
        Client client{loop, config};
        return run(client.call(Slot{}, {"GET", {"key"}}, in(time)));
    }
    static Config with_user(const test::RedisServer& server, std::string user,
                            std::string password) {
        Config config;
        config.seeds = {endpoint_of(server)};
        config.connection.user = std::move(user);
        config.connection.password = std::move(password);
        return config;
    }
};

TEST_F(LoginTest, ThePasswordOpensAndAWrongOneIsSaidAtOnce) {
    const test::RedisServer server{{"--requirepass", "right"}, "right"};
    EXPECT_TRUE(ping(with_user(server, "", "right")).has_value());
    for (const std::string wrong : {"wrong", ""}) {
        const auto refused = ping(with_user(server, "", wrong), 20s);
        EXPECT_EQ(refused.error().outcome, CallOutcome::kUnavailable);
        EXPECT_EQ(refused.error().cause, CallCause::kAuthentication);
    }
}

TEST_F(LoginTest, AnAclUserMayDoWhatItMay) {
    const test::RedisServer server;
    (void)server.command({"ACL", "SETUSER", "onsale", "on", ">secret", "~*", "+get", "+client"});
    EXPECT_TRUE(ping(with_user(server, "onsale", "secret")).has_value());
    EXPECT_EQ(ping(with_user(server, "onsale", "guess")).error().cause, CallCause::kAuthentication);
    EXPECT_EQ(ping(with_user(server, "nobody", "secret")).error().cause,
              CallCause::kAuthentication);
}

TEST_F(LoginTest, AUserWhoMayNotNameItsConnectionIsLetIn) {
    const test::RedisServer server;
    (void)server.command({"ACL", "SETUSER", "plain", "on", ">secret", "~*", "+get"});
    EXPECT_TRUE(ping(with_user(server, "plain", "secret")).has_value());
}

// A self-signed certificate for 127.0.0.1.
class TlsTest : public LoginTest {
  protected:
    void SetUp() override {
        const auto folder = home_.folder().string();
        const std::string command = fmt::format(
            "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 "
            "-subj /CN=redis -addext subjectAltName=DNS:redis.test,IP:127.0.0.1 "
            "-keyout {0}/key.pem -out {0}/cert.pem >/dev/null 2>&1",
            folder);
        ASSERT_EQ(std::system(command.c_str()), 0);
        tls_port_ = test::free_redis_port();
        server_ = std::make_unique<test::RedisServer>(std::vector<std::string>{
            "--tls-port", std::to_string(tls_port_), "--tls-cert-file", folder + "/cert.pem",
            "--tls-key-file", folder + "/key.pem", "--tls-ca-cert-file", folder + "/cert.pem"});
    }
    Config config() const {
        const auto folder = home_.folder().string();
        Config config;
        config.seeds = {{"127.0.0.1", tls_port_}};
        config.connection.tls =
            TlsConfig{folder + "/cert.pem", folder + "/cert.pem", folder + "/key.pem", ""};
        return config;
    }

    test::RedisServer home_;  // Only its folder is used.
    std::unique_ptr<test::RedisServer> server_;
    std::uint16_t tls_port_ = 0;
};

TEST_F(TlsTest, SpeaksWithACertificateOnBothSides) {
    EXPECT_TRUE(ping(config()).has_value());
}

TEST_F(TlsTest, TakesTheNameThatTheCertificateCarries) {
    Config named = config();
    named.connection.tls->server_name = "redis.test";
    EXPECT_TRUE(ping(named).has_value());
}

TEST_F(TlsTest, RefusesACertificateForAnotherName) {
    Config other = config();
    other.connection.tls->server_name = "elsewhere.test";
    const auto refused = ping(other, 300ms);
    EXPECT_EQ(refused.error().outcome, CallOutcome::kUnavailable);
}

TEST_F(TlsTest, WithoutACertificateOfItsOwnTheServerRefuses) {
    Config bare = config();
    bare.connection.tls->certificate_file.clear();
    EXPECT_FALSE(ping(bare, 300ms).has_value());
}

TEST_F(TlsTest, AMissingFileIsABadStart) {
    Config broken = config();
    broken.connection.tls->ca_file = "/nowhere/ca.pem";
    try {
        const Client client{loop, broken};
        FAIL() << "it starts";
    } catch (const std::runtime_error& error) {
        EXPECT_NE(std::string{error.what()}.find("redis.tls.ca_file"), std::string::npos);
    }
}

TEST_F(TlsTest, CarriesLargeValues) {
    Client client{loop, config()};
    const std::string value(1u << 20, 'x');
    ASSERT_TRUE(run(client.call(Slot{}, {"SET", {"big", value}}, in(10s))).has_value());
    EXPECT_EQ(run(client.call(Slot{}, {"GET", {"big"}}, in(10s)))->text, value);
}

}  // namespace
}  // namespace onsale::redis
