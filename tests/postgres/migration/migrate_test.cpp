#include <gtest/gtest.h>

#include "tests/postgres/migration/migration_site.hpp"
#include "tests/support/server/tcp_proxy.hpp"

namespace onsale::postgres {
namespace {

using MigrateTest = OnDatabase;

const std::string kColours = "-- oldest binary: 1.0.0\nCREATE TABLE colours (id int PRIMARY KEY)";

TEST_F(MigrateTest, AnEmptyDatabaseGetsEveryMigrationAndARepeatedRunDoesNothing) {
    const int all = static_cast<int>(store_migrations().size());
    EXPECT_EQ(plan(options())->pending.size(), store_migrations().size());
    EXPECT_FALSE(has_table("schema_version")) << "a plan changes nothing";
    const auto migrated = migrate(options());
    ASSERT_TRUE(migrated.has_value()) << migrated.error().words;
    EXPECT_EQ(*migrated, all);
    EXPECT_EQ(*migrate(options()), 0);
    EXPECT_TRUE(plan(options())->pending.empty());
    EXPECT_EQ(sql("SELECT count(*) FROM schema_version"), std::to_string(all));
    EXPECT_EQ(sql("SELECT string_agg(DISTINCT applied_by, ',') FROM schema_version"),
              "onsale 1.0.0 on test");
}

TEST_F(MigrateTest, AProcessStartsOnlyOnAMigratedDatabase) {
    const auto before = check(options());
    ASSERT_TRUE(before.has_value());
    EXPECT_EQ(before->cause, SchemaCause::kBehind);
    EXPECT_TRUE(before->words.contains("onsale store migrate")) << before->words;
    ASSERT_TRUE(migrate(options()).has_value());
    EXPECT_FALSE(check(options()).has_value());
}

TEST_F(MigrateTest, OfTwoThatStartTogetherEachMigrationIsAppliedByOne) {
    Migrator one{loop, config(), options()};
    Migrator two{loop, config(), options()};
    std::vector<Migrated> ended;
    const auto note = [&](Migrated migrated) { ended.push_back(std::move(migrated)); };
    spawn(one.migrate(), note);
    spawn(two.migrate(), note);
    run_until([&] { return ended.size() == 2; });
    ASSERT_TRUE(ended[0].has_value()) << ended[0].error().words;
    ASSERT_TRUE(ended[1].has_value()) << ended[1].error().words;
    EXPECT_EQ(*ended[0] + *ended[1], static_cast<int>(store_migrations().size()));
}

TEST_F(MigrateTest, WaitsForAnotherOneAndSaysForWhom) {
    Client other{loop, config()};
    auto holder = run(other.begin(Access::kReadWrite, in(10s)));
    const Command lock{Statement::unprepared("SELECT pg_advisory_xact_lock($1)::text"),
                       {kMigrationLock}};
    ASSERT_TRUE(run(holder->run({lock})).has_value());

    auto impatient = options();
    impatient.others_within = 100ms;
    const auto refused = migrate(impatient);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().cause, SchemaCause::kLocked);
    EXPECT_TRUE(refused.error().words.contains("(onsale-test)")) << refused.error().words;

    auto patient = options();
    patient.tell = [&](const std::string& sentence) {
        if (sentence.starts_with("waiting: process ")) other.close();
    };
    EXPECT_TRUE(migrate(patient).has_value()) << "the other one has ended";
}

TEST_F(MigrateTest, AChangedTextOfAnAppliedMigrationIsRefused) {
    ASSERT_TRUE(migrate(options(first_and({}))).has_value());
    const std::vector<Migration> changed{make_migration(1, "first", kFirst + "-- And more.\n")};
    EXPECT_EQ(refusal(options(changed)), SchemaCause::kChanged);
    EXPECT_EQ(check(options(changed))->cause, SchemaCause::kChanged);
}

TEST_F(MigrateTest, ANewerDatabaseServesTheVersionsThatItNames) {
    const auto newer = first_and({make_migration(2, "colours", kColours)});
    const auto strict = first_and(
        {make_migration(2, "colours", "-- oldest binary: 1.1.0\nCREATE TABLE colours ()")});
    ASSERT_TRUE(migrate(options(newer)).has_value());
    EXPECT_EQ(*migrate(options(first_and({}))), 0);
    EXPECT_FALSE(check(options(first_and({}))).has_value());

    (void)sql("UPDATE schema_version SET oldest_binary = '1.1.0' WHERE version = 2");
    EXPECT_EQ(check(options(first_and({})))->cause, SchemaCause::kTooNew);
    EXPECT_EQ(refusal(options(first_and({}))), SchemaCause::kTooNew);
}

TEST_F(MigrateTest, AGapInTheNumbersIsRefused) {
    ASSERT_TRUE(migrate(options()).has_value());
    (void)sql("DELETE FROM schema_version WHERE version = 1");
    EXPECT_EQ(refusal(options()), SchemaCause::kHole);
}

TEST_F(MigrateTest, ADatabaseOfSomebodyElseIsLeftAlone) {
    (void)sql("CREATE TABLE users (id int)");
    const auto refused = migrate(options());
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().cause, SchemaCause::kForeignTables);
    EXPECT_TRUE(refused.error().words.contains(": users;")) << refused.error().words;
    (void)sql("DROP TABLE users; CREATE TABLE schema_version (version text)");
    EXPECT_EQ(refusal(options()), SchemaCause::kForeignTables) << "another program's, too";
    (void)sql("DROP TABLE schema_version; CREATE SCHEMA report");
    EXPECT_EQ(refusal(options()), SchemaCause::kForeignTables);
}

TEST_F(MigrateTest, TablesOfExtensionsAreInNobodysWay) {
    (void)sql("CREATE TABLE spare (id int)");
    (void)sql("ALTER EXTENSION plpgsql ADD TABLE spare");
    EXPECT_TRUE(migrate(options(first_and({}))).has_value());
}

TEST_F(MigrateTest, AMissingRightIsNamedBeforeAnythingIsChanged) {
    (void)sql("ALTER SCHEMA public OWNER TO postgres; REVOKE CREATE ON SCHEMA public FROM seller");
    const auto refused = plan(options());
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().cause, SchemaCause::kPermission);
    EXPECT_TRUE(refused.error().words.contains("GRANT CREATE ON SCHEMA public TO seller"))
        << refused.error().words;
    EXPECT_EQ(refusal(options()), SchemaCause::kPermission);
}

TEST_F(MigrateTest, AMigrationOfATableThatIsNotOursChangesNothing) {
    ASSERT_TRUE(migrate(options(first_and({}))).has_value());
    (void)sql("ALTER TABLE tickets OWNER TO postgres");
    const auto more = first_and({make_migration(
        2, "more",
        "-- oldest binary: 1.0.0\nCREATE TABLE b (); ALTER TABLE tickets ADD COLUMN a int")});
    const auto refused = migrate(options(more));
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().cause, SchemaCause::kPermission);
    EXPECT_FALSE(has_table("b"));
}

TEST_F(MigrateTest, AFailedStatementLeavesNothingOfItsMigration) {
    const auto broken = first_and({make_migration(2, "colours", kColours),
                                   make_migration(3, "broken",
                                                  "-- oldest binary: 1.0.0\nCREATE TABLE half ();"
                                                  "INSERT INTO nowhere VALUES (1)")});
    const auto refused = migrate(options(broken));
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().cause, SchemaCause::kFailed);
    EXPECT_TRUE(refused.error().words.starts_with("migration 3 broken: ")) << refused.error().words;
    EXPECT_EQ(versions(), "1,2");
    EXPECT_FALSE(has_table("half"));
}

// The connection is cut while the server works on the migration.
TEST_F(MigrateTest, AnInterruptedMigrationLeavesNothingAndTheNextTryAppliesIt) {
    test::TcpProxy proxy{loop, server().port()};
    const auto slow = first_and({make_migration(
        2, "slow",
        "-- oldest binary: 1.0.0\nCREATE TABLE half (); INSERT INTO tickets VALUES (1, 'A')")});
    bool was_cut = false;
    proxy.when_requested("CREATE TABLE half", [&] {
        was_cut = true;
        proxy.cut();
    });
    auto once = options(slow);
    once.tries_max = 1;
    const auto lost = migrate(config(proxy.port()), once);
    ASSERT_FALSE(lost.has_value());
    EXPECT_TRUE(was_cut);
    EXPECT_EQ(versions(), "1");
    EXPECT_FALSE(has_table("half"));
    EXPECT_EQ(*migrate(options(slow)), 1);
    EXPECT_EQ(sql("SELECT count(*) FROM tickets"), "1");
}

// The answer is lost, so the outcome is unknown; the next look at the database tells.
TEST_F(MigrateTest, AMigrationWhoseAnswerIsLostIsNotAppliedTwice) {
    test::TcpProxy proxy{loop, server().port()};
    const auto two = first_and({make_migration(
        2, "once", "-- oldest binary: 1.0.0\nINSERT INTO tickets VALUES (1, 'A')")});
    proxy.when_requested("INSERT INTO tickets", [&] { proxy.answers = test::Flow::kSwallowed; });
    auto patient = options(two);
    patient.rules.transaction_max = 1s;
    const auto lost = migrate(config(proxy.port()), patient);
    ASSERT_FALSE(lost.has_value());
    EXPECT_TRUE(lost.error().words.contains("--plan")) << lost.error().words;
    EXPECT_EQ(*migrate(options(two)), 0) << "it was applied";
    EXPECT_EQ(sql("SELECT count(*) FROM tickets"), "1");
}

TEST_F(MigrateTest, AServerThatDiesIsWaitedFor) {
    test::TcpProxy proxy{loop, server().port()};
    const auto two = first_and({make_migration(2, "colours", kColours)});
    proxy.when_requested("CREATE TABLE colours", [&] { proxy.cut(); });
    EXPECT_EQ(*migrate(config(proxy.port()), options(two)), 2) << "a second try";
}

TEST_F(MigrateTest, WithoutAServerItSaysWhatToCheck) {
    auto hasty = options();
    hasty.answer_within = 200ms;
    const auto refused = migrate(config(test::free_port()), hasty);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().cause, SchemaCause::kUnreachable);
    EXPECT_TRUE(refused.error().words.contains("postgres.hosts")) << refused.error().words;
}

}  // namespace
}  // namespace onsale::postgres
