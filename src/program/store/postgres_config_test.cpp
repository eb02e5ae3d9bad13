#include "program/store/postgres_config.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

namespace onsale::program {
namespace {

TEST(PostgresConfig, TakesEverythingFromItsSection) {
    Config config;
    config.postgres = {.hosts = {"db-1.example:5432", "::1:5433"},
                       .database = "sale",
                       .user = "seller",
                       .password_file = "secret",
                       .tls = true,
                       .ca_file = "ca.pem",
                       .certificate_file = {},
                       .key_file = {},
                       .connections_max = 3,
                       .synchronous = true};
    const postgres::Config made = postgres_config(config, "onsale-test");
    EXPECT_EQ(made.hosts, (std::vector<postgres::Host>{{"db-1.example", 5432}, {"::1", 5433}}));
    EXPECT_EQ(made.database, "sale");
    EXPECT_EQ(made.user, "seller");
    EXPECT_EQ(made.password_file, "secret");
    EXPECT_EQ(made.application_name, "onsale-test");
    EXPECT_EQ(made.tls.value().ca_file, "ca.pem");
    EXPECT_EQ(made.connections_max, 3u);
    config.postgres.tls = false;
    EXPECT_FALSE(postgres_config(config, "onsale-test").tls.has_value());
}

TEST(PostgresConfig, WithoutAHostItSaysWhatToName) {
    try {
        postgres_config(Config{}, "onsale-test");
        FAIL() << "made";
    } catch (const std::runtime_error& error) {
        EXPECT_TRUE(std::string{error.what()}.contains("postgres.hosts")) << error.what();
    }
}

}  // namespace
}  // namespace onsale::program
