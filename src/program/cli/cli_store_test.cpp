#include <sstream>

#include <boost/json/parse.hpp>
#include <gtest/gtest.h>

#include "adapter/postgres/migration/migration.hpp"
#include "program/cli/cli.hpp"

namespace onsale::program {
namespace {

namespace json = boost::json;
using postgres::HostPart;

// One primary with a synchronous standby, and a migrated database.
postgres::StoreStatus good_status() {
    postgres::DatabaseStatus database{
        .schema = {.server_version = 150'008,
                   .database = "sale",
                   .user = "seller",
                   .schema = "public",
                   .has_versions = true},
        .bytes = 9'000'000,
        .deployment = postgres::DeploymentStatus{"6f1c", "empty", Instant{}},
        .has_reader = true,
        .synchronous_standbys = "FIRST 1 (db2)",
        .commits_wait = true,
        .standbys = {{"db2", "streaming", "sync", 128, Duration{3}}}};
    for (const postgres::Migration& migration : postgres::store_migrations())
        database.schema.applied.push_back({.version = migration.version,
                                           .name = migration.name,
                                           .digest = std::string{as_bytes(migration.digest)},
                                           .oldest_binary = migration.oldest_binary.text(),
                                           .applied_by = "onsale on web-1"});
    return {.hosts = {{{"db1", 5432}, HostPart::kPrimary, "15.8"},
                      {{"db2", 5432}, HostPart::kStandby, "15.8", Duration{40}}},
            .database = database};
}

class CliStore : public testing::Test {
  protected:
    int run(std::vector<std::string> arguments) {
        const Outside outside{.call_admin = {},
                              .serve = {},
                              .journal_verify = {},
                              .audit_verify = {},
                              .restore = {},
                              .token_verify = {},
                              .migrate_store =
                                  [this](const Config& config, const MigrateStoreOptions& options,
                                         std::ostream& said) {
                                      hosts = config.postgres.hosts;
                                      planned = options.plan;
                                      said << "done\n";
                                      return kOk;
                                  },
                              .store_status =
                                  [this](const Config& config) {
                                      hosts = config.postgres.hosts;
                                      return status;
                                  },
                              .environment = {},
                              .out = out,
                              .err = err};
        arguments.insert(arguments.begin(), "store");
        return run_cli(arguments, outside);
    }
    int run_status(std::vector<std::string> more = {}) {
        more.insert(more.begin(), "status");
        return run(more);
    }
    bool says(std::string_view text) const { return out.str().contains(text); }

    postgres::StoreStatus status = good_status();
    std::vector<std::string> hosts;
    bool planned = false;
    std::ostringstream out;
    std::ostringstream err;
};

TEST_F(CliStore, MigratesTheConfiguredServer) {
    EXPECT_EQ(run({"migrate", "--set", "postgres.hosts=10.0.0.1:5432"}), kOk) << err.str();
    EXPECT_EQ(hosts, std::vector<std::string>{"10.0.0.1:5432"});
    EXPECT_FALSE(planned);
    EXPECT_EQ(out.str(), "done\n");
}

TEST_F(CliStore, APlanIsNoMigration) {
    EXPECT_EQ(run({"migrate", "--plan"}), kOk) << err.str();
    EXPECT_TRUE(planned);
}

TEST_F(CliStore, HelpTeachesTheFirstTime) {
    EXPECT_EQ(run({"migrate", "--help"}), kOk);
    EXPECT_TRUE(says("CREATE DATABASE onsale OWNER onsale")) << out.str();
    EXPECT_TRUE(says("onsale store migrate --plan --config config/cluster.toml")) << out.str();
}

TEST_F(CliStore, StatusPrintsHostsStandbysAndSchema) {
    EXPECT_EQ(run_status(), kOk) << out.str();
    EXPECT_TRUE(says("db1:5432  primary  15.8        -      -\n")) << out.str();
    EXPECT_TRUE(says("db2:5432  standby  15.8        40     -\n")) << out.str();
    EXPECT_TRUE(says("db2   streaming  sync  128          3\n")) << out.str();
    EXPECT_TRUE(says("warnings\n  none\n")) << out.str();
    EXPECT_TRUE(says("serves  true")) << out.str();
}

TEST_F(CliStore, StatusPrintsJson) {
    EXPECT_EQ(run_status({"--json"}), kOk);
    const json::object shown = json::parse(out.str()).as_object();
    EXPECT_EQ(shown.at("hosts").at(1).at("is"), "standby");
    EXPECT_EQ(shown.at("database").at("deployment").at("state"), "empty");
    EXPECT_EQ(shown.at("database").at("schema").at("version"),
              static_cast<int>(postgres::store_migrations().size()));
}

TEST_F(CliStore, WithoutOnePrimaryStatusFails) {
    status.hosts.front().part = HostPart::kNoAnswer;
    EXPECT_EQ(run_status(), kFailed);
    EXPECT_TRUE(says("no primary answers")) << out.str();
    for (auto& host : status.hosts)
        host.part = HostPart::kPrimary;
    EXPECT_EQ(run_status(), kFailed);
    EXPECT_TRUE(says("more than one host takes writes")) << out.str();
}

TEST_F(CliStore, WithAMissingMigrationStatusFails) {
    status.database->schema.applied.pop_back();
    EXPECT_EQ(run_status(), kFailed);
    EXPECT_TRUE(says("1 migrations are pending: onsale store migrate --plan")) << out.str();
}

TEST_F(CliStore, StatusWarnsWhenCommitsDoNotWaitForAStandby) {
    status.database->synchronous_standbys.clear();
    EXPECT_EQ(run_status(), kOk);
    EXPECT_TRUE(says("commits do not wait for a standby")) << out.str();
    out.str("");
    EXPECT_EQ(run_status({"--set", "postgres.synchronous=false"}), kOk);
    EXPECT_TRUE(says("warnings\n  none\n")) << out.str();
    out.str("");
    status = good_status();
    status.database->commits_wait = false;
    EXPECT_EQ(run_status(), kOk);
    EXPECT_TRUE(says("commits do not wait for a standby")) << out.str();
}

TEST_F(CliStore, StatusSaysWhatToGrantForWhatItCannotSee) {
    status.database->standbys.front().state.reset();
    status.database->has_reader = false;
    EXPECT_EQ(run_status(), kOk);
    EXPECT_TRUE(says("GRANT pg_monitor TO seller")) << out.str();
    EXPECT_TRUE(says("onsale_reader is missing")) << out.str();
}

}  // namespace
}  // namespace onsale::program
