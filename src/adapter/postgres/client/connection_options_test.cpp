#include "adapter/postgres/client/connection_options.hpp"

#include <map>

#include <gtest/gtest.h>

namespace onsale::postgres {
namespace {

std::map<std::string, std::string> options_of(const Config& config, const Address& address = {},
                                              const std::string& password = "") {
    const auto options = connection_options(config, address, password);
    return {options.begin(), options.end()};
}

TEST(ConnectionOptions, TheNameIsForTheCertificateAndTheAddressForTheSocket) {
    const auto options = options_of({}, {{"db1", 5433}, "10.0.0.1"});
    EXPECT_EQ(options.at("host"), "db1");
    EXPECT_EQ(options.at("hostaddr"), "10.0.0.1");
    EXPECT_EQ(options.at("port"), "5433");
}

TEST(ConnectionOptions, AUnixSocketHasNoAddress) {
    const auto options = options_of({}, {{"/run/postgresql", 5432}, ""});
    EXPECT_FALSE(options.contains("hostaddr"));
}

TEST(ConnectionOptions, WithTlsTheServerMustProveItsName) {
    EXPECT_EQ(options_of({}).at("sslmode"), "disable");
    Config config;
    config.tls = TlsConfig{.ca_file = "ca.pem"};
    const auto options = options_of(config);
    EXPECT_EQ(options.at("sslmode"), "verify-full");
    EXPECT_EQ(options.at("sslrootcert"), "ca.pem");
}

TEST(ConnectionOptions, LocksAreWaitedForAsLongAsConfigured) {
    Config config;
    config.lock_timeout = std::chrono::milliseconds{250};
    EXPECT_NE(options_of(config).at("options").find("-c lock_timeout=250 "), std::string::npos);
}

TEST(ConnectionOptions, ASessionHasTheSettingsOfItsUser) {
    Config config;
    config.session_settings = {"enable_seqscan=off", "jit=off"};
    EXPECT_TRUE(options_of(config).at("options").ends_with(" -c enable_seqscan=off -c jit=off"));
}

TEST(ConnectionOptions, EveryRoleTakesItsServers) {
    const ServerState primary{};
    const ServerState read_only{.is_read_only = true};
    const ServerState standby{.is_standby = true};
    EXPECT_EQ(why_not(Role::kPrimary, primary), "");
    EXPECT_EQ(why_not(Role::kPrimary, read_only), "is read-only");
    EXPECT_EQ(why_not(Role::kPrimary, standby), "is a standby");
    EXPECT_EQ(why_not(Role::kStandby, standby), "");
    EXPECT_EQ(why_not(Role::kStandby, primary), "is no standby");
    EXPECT_EQ(why_not(Role::kAny, standby), "");
}

}  // namespace
}  // namespace onsale::postgres
