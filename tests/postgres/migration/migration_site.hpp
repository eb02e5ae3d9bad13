#pragma once

#include <string>
#include <utility>
#include <vector>

#include "adapter/postgres/client/client.hpp"
#include "adapter/postgres/migration/migrator.hpp"
#include "tests/support/on_loop.hpp"
#include "tests/support/server/postgres_server.hpp"
#include "tests/support/server/server_process.hpp"

namespace onsale::postgres {

using namespace std::chrono_literals;
using namespace std::string_literals;
using test::in;

using Migrated = Result<int, SchemaProblem>;
using Planned = Result<SchemaPlan, SchemaProblem>;

inline test::PostgresServer& shared_server() {
    static test::PostgresServer server{test::PostgresOptions{}};
    return server;
}

// An empty database of its own for each case, whose owner is no superuser.
class OnDatabase : public test::OnLoop {
  protected:
    void SetUp() override {
        static int made = 0;
        name_ = "sale_" + std::to_string(++made);
        if (made == 1) (void)server().sql("CREATE ROLE seller LOGIN CREATEROLE");
        (void)server().sql("CREATE DATABASE " + name_ + " OWNER seller");
        (void)server().sql("GRANT CREATE ON SCHEMA public TO seller", name_);
    }
    // Roles belong to all databases.
    void TearDown() override {
        (void)server().sql("DROP DATABASE " + name_ + " WITH (FORCE)");
        (void)server().sql("DROP ROLE IF EXISTS onsale_reader");
    }

    static test::PostgresServer& server() { return shared_server(); }
    std::string sql(const std::string& text) const { return server().sql(text, name_); }
    const std::string& name() const { return name_; }

    Config config(std::uint16_t port = server().port()) const {
        Config config;
        config.hosts = {{"127.0.0.1", port}};
        config.database = name_;
        config.user = "seller";
        config.application_name = "onsale-test";
        return config;
    }
    static MigratorOptions options(std::span<const Migration> migrations = store_migrations()) {
        return {.rules = {.migrations = migrations,
                          .ours = *BinaryVersion::parse("1.0.0"),
                          .applied_by = "onsale 1.0.0 on test",
                          .lock_timeout = 50ms},
                .answer_within = 10s,
                .others_within = 10s,
                .tries_max = 3,
                .pause = 20ms};
    }

    Migrated migrate(MigratorOptions options) { return migrate(config(), std::move(options)); }
    Migrated migrate(const Config& config, MigratorOptions options) {
        Migrator migrator{loop, config, std::move(options)};
        return run(migrator.migrate());
    }
    Planned plan(MigratorOptions options) {
        Migrator migrator{loop, config(), std::move(options)};
        return run(migrator.plan());
    }
    std::optional<SchemaProblem> check(MigratorOptions options) {
        Migrator migrator{loop, config(), std::move(options)};
        return run(migrator.check());
    }
    SchemaCause refusal(MigratorOptions options) {
        const auto refused = migrate(std::move(options));
        EXPECT_FALSE(refused.has_value());
        return refused ? SchemaCause{} : refused.error().cause;
    }
    std::string versions() const {
        return sql("SELECT string_agg(version::text, ',' ORDER BY version) FROM schema_version");
    }
    bool has_table(const std::string& table) const {
        return sql("SELECT to_regclass('" + table + "') IS NOT NULL") == "t";
    }

  private:
    std::string name_;
};

// A small schema with the same first table as ours.
inline const std::string kFirst = R"(-- oldest binary: 1.0.0
CREATE TABLE schema_version (
    version int PRIMARY KEY, name text NOT NULL, digest bytea NOT NULL, oldest_binary text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT clock_timestamp(), applied_by text NOT NULL);
CREATE TABLE tickets (id int PRIMARY KEY, seat text NOT NULL);
)";

inline std::vector<Migration> first_and(std::vector<Migration> more) {
    more.insert(more.begin(), make_migration(1, "first", kFirst));
    return more;
}

}  // namespace onsale::postgres
