// `onsale store` with a real server.
#include <memory>
#include <sstream>

#include <boost/json/parse.hpp>
#include <gtest/gtest.h>

#include "program/cli/cli.hpp"
#include "tests/postgres/migration/migration_site.hpp"

namespace onsale::postgres {
namespace {

namespace json = boost::json;

class StoreVerbs : public OnDatabase {
  protected:
    static void SetUpTestSuite() {
        standby_ = std::make_unique<test::PostgresServer>(server(), "follower");
    }
    static void TearDownTestSuite() { standby_.reset(); }

    int store(std::vector<std::string> words, const std::string& hosts) {
        out.str("");
        err.str("");
        const program::Outside outside{.call_admin = {},
                                       .serve = {},
                                       .journal_verify = {},
                                       .audit_verify = {},
                                       .restore = {},
                                       .token_verify = {},
                                       .migrate_store = program::migrate_store,
                                       .store_status = program::store_status,
                                       .environment = {},
                                       .out = out,
                                       .err = err};
        words.insert(words.begin(), "store");
        for (const std::string& value :
             {"postgres.hosts=" + hosts, "postgres.database=" + name(), "postgres.user=seller"s})
            words.insert(words.end(), {"--set", value});
        return program::run_cli(words, outside);
    }
    static std::string at(std::uint16_t port) { return "127.0.0.1:" + std::to_string(port); }
    static std::string primary() { return at(server().port()); }
    static std::string both() { return at(standby_->port()) + "," + primary(); }
    bool says(std::string_view text) const { return out.str().contains(text); }

    static inline std::unique_ptr<test::PostgresServer> standby_;
    std::ostringstream out;
    std::ostringstream err;
};

TEST_F(StoreVerbs, APlanIsShownThenAppliedThenThereIsNothingToDo) {
    EXPECT_EQ(store({"migrate", "--plan"}, both()), program::kOk) << err.str();
    EXPECT_TRUE(says("2 to apply in the database " + name() + ", which has 0:\n  1 store ("))
        << out.str();
    EXPECT_FALSE(has_table("orders"));
    EXPECT_EQ(store({"migrate"}, both()), program::kOk) << err.str();
    EXPECT_TRUE(says("applied 1 store\napplied 2 report\ndone: 2 applied\n")) << out.str();
    EXPECT_EQ(store({"migrate", "--plan"}, both()), program::kOk) << err.str();
    EXPECT_TRUE(says("nothing to do: 2 migrations are applied")) << out.str();
}

TEST_F(StoreVerbs, ARefusalBeginsWithItsCauseAndExitsWithOne) {
    (void)sql("CREATE TABLE users (id int)");
    EXPECT_EQ(store({"migrate"}, primary()), program::kFailed);
    EXPECT_TRUE(err.str().starts_with("onsale: foreign_tables: the database ")) << err.str();
}

TEST_F(StoreVerbs, StatusTellsThePrimaryFromItsStandby) {
    EXPECT_EQ(store({"status", "--json"}, both()), program::kFailed) << "nothing is migrated yet";
    ASSERT_EQ(store({"migrate"}, both()), program::kOk) << err.str();
    (void)server().sql("GRANT pg_monitor TO seller");
    ASSERT_EQ(store({"status", "--json"}, both()), program::kOk) << out.str() << err.str();
    const json::object shown = json::parse(out.str()).as_object();
    EXPECT_EQ(shown.at("hosts").at(0).at("is"), "standby");
    EXPECT_EQ(shown.at("hosts").at(1).at("is"), "primary");
    EXPECT_TRUE(shown.at("hosts").at(0).at("lagMs").is_int64()) << out.str();
    EXPECT_EQ(shown.at("standbys").at(0).at("name"), "follower");
    EXPECT_EQ(shown.at("standbys").at(0).at("state"), "streaming");
    EXPECT_EQ(shown.at("database").at("schema").at("version"), 2);
    EXPECT_EQ(shown.at("database").at("deployment").at("state"), "empty");
    EXPECT_GT(shown.at("database").at("bytes").as_int64(), 1'000'000);
    EXPECT_TRUE(says("commits do not wait for a standby")) << out.str();
    (void)server().sql("REVOKE pg_monitor FROM seller");
}

TEST_F(StoreVerbs, StatusNamesAHostThatDoesNotAnswer) {
    ASSERT_EQ(store({"migrate"}, primary()), program::kOk) << err.str();
    const std::string nobody = at(test::free_port());
    EXPECT_EQ(store({"status"}, primary() + "," + nobody), program::kOk) << err.str();
    EXPECT_TRUE(says(nobody + "  no answer  ")) << out.str();
    EXPECT_EQ(store({"status"}, at(standby_->port())), program::kFailed);
    EXPECT_TRUE(says("no primary answers")) << out.str();
}

TEST_F(StoreVerbs, OnlyAPrimaryIsMigrated) {
    Config config = this->config(standby_->port());
    auto hasty = options();
    hasty.answer_within = 500ms;
    // The database reaches the standby a moment later.
    std::optional<Migrated> refused;
    run_until([&] {
        refused.emplace(migrate(config, hasty));
        return refused->error().cause == SchemaCause::kStandby;
    });
    EXPECT_TRUE(refused->error().words.contains("postgres.hosts")) << refused->error().words;
}

}  // namespace
}  // namespace onsale::postgres
