#include "adapter/postgres/migration/schema_plan.hpp"

#include <gtest/gtest.h>

#include "tests/support/enum_words.hpp"

namespace onsale::postgres {
namespace {

const std::vector<Migration> kThree = {
    make_migration(1, "store", "-- oldest binary: 1.0.0\nCREATE TABLE a()"),
    make_migration(2, "report", "-- oldest binary: 1.0.0\nCREATE VIEW b AS SELECT 1"),
    make_migration(3, "more", "-- oldest binary: 1.2.0\nCREATE TABLE c()"),
};

SchemaState state_with(int applied) {
    SchemaState state{.server_version = 150'008,
                      .database = "onsale",
                      .user = "seller",
                      .schema = "public",
                      .may_create_tables = true,
                      .may_create_schemas = true,
                      .has_versions = applied > 0};
    for (const Migration& migration : std::span{kThree}.first(static_cast<std::size_t>(applied)))
        state.applied.push_back({.version = migration.version,
                                 .name = migration.name,
                                 .digest = std::string{as_bytes(migration.digest)},
                                 .oldest_binary = migration.oldest_binary.text(),
                                 .applied_by = "onsale 1.3.0 on web-1"});
    return state;
}

Result<std::span<const Migration>, SchemaProblem> plan(const SchemaState& state,
                                                       std::size_t known = 3,
                                                       std::string_view ours = "1.3.0") {
    return pending_migrations(state, std::span{kThree}.first(known), *BinaryVersion::parse(ours));
}

SchemaCause cause(const SchemaState& state, std::size_t known = 3,
                  std::string_view ours = "1.3.0") {
    return plan(state, known, ours).error().cause;
}

TEST(SchemaPlan, AnEmptyDatabaseNeedsAllAndAMigratedOneTheRest) {
    EXPECT_EQ(plan(state_with(0))->size(), 3u);
    EXPECT_EQ(plan(state_with(2))->front().name, "more");
    EXPECT_TRUE(plan(state_with(3))->empty());
}

TEST(SchemaPlan, ANewerDatabaseServesAnOlderProgramDownToTheVersionThatItNames) {
    EXPECT_TRUE(plan(state_with(3), 2, "1.2.0")->empty());
    EXPECT_TRUE(plan(state_with(3), 2, "1.10.0")->empty());
    const auto refused = plan(state_with(3), 2, "1.1.9");
    EXPECT_EQ(refused.error().cause, SchemaCause::kTooNew);
    EXPECT_TRUE(refused.error().words.contains("serves onsale 1.2.0 and later, and this is 1.1.9"))
        << refused.error().words;
}

TEST(SchemaPlan, AVersionThatCannotBeReadIsTooNew) {
    SchemaState state = state_with(3);
    state.applied.back().oldest_binary = "next";
    EXPECT_EQ(cause(state, 2), SchemaCause::kTooNew);
}

TEST(SchemaPlan, AChangedTextIsRefused) {
    SchemaState state = state_with(2);
    state.applied.front().digest.front() ^= 1;
    const auto refused = plan(state);
    EXPECT_EQ(refused.error().cause, SchemaCause::kChanged);
    EXPECT_TRUE(refused.error().words.contains("migration 1 store")) << refused.error().words;
    EXPECT_TRUE(refused.error().words.contains("onsale 1.3.0 on web-1")) << refused.error().words;
}

TEST(SchemaPlan, AHoleInTheNumbersIsRefused) {
    SchemaState state = state_with(3);
    state.applied.erase(state.applied.begin() + 1);
    EXPECT_EQ(cause(state), SchemaCause::kHole);
    EXPECT_EQ(cause(state, 1), SchemaCause::kHole) << "also above the numbers that we know";
}

TEST(SchemaPlan, OtherTablesAreInTheWayOnlyBeforeTheFirstMigration) {
    SchemaState state = state_with(0);
    state.others = "users";
    EXPECT_EQ(cause(state), SchemaCause::kForeignTables);
    SchemaState migrated = state_with(1);
    migrated.others = "orders, users";
    EXPECT_EQ(plan(migrated)->size(), 2u);
}

TEST(SchemaPlan, AnOldServerIsRefused) {
    SchemaState state = state_with(0);
    state.server_version = 130'014;
    EXPECT_EQ(cause(state), SchemaCause::kOldServer);
    state.server_version = 140'000;
    EXPECT_EQ(plan(state)->size(), 3u);
}

TEST(SchemaPlan, AUserWithoutASchemaIsToldWhatToGrant) {
    SchemaState state = state_with(0);
    state.schema.clear();
    EXPECT_EQ(cause(state), SchemaCause::kPermission);
}

TEST(SchemaPlan, OnlyAnEmptyDatabaseNeedsTheRightToMakeASchema) {
    SchemaState state = state_with(0);
    EXPECT_FALSE(missing_right(state).has_value());
    state.may_create_schemas = false;
    ASSERT_TRUE(missing_right(state).has_value());
    EXPECT_TRUE(missing_right(state)->words.contains("GRANT CREATE ON DATABASE onsale TO seller"));
    SchemaState migrated = state_with(1);
    migrated.may_create_schemas = false;
    EXPECT_FALSE(missing_right(migrated).has_value());
    migrated.may_create_tables = false;
    EXPECT_TRUE(missing_right(migrated).has_value());
}

TEST(SchemaProblem, HasAWordForEachCause) {
    test::expect_own_words<SchemaCause>();
}

TEST(SchemaProblem, TellsFromTheServersErrorWhatToDo) {
    CallError error = CallError::unavailable(CallCause::kSchema, "unrecognized parameter");
    error.sqlstate = "42704";
    EXPECT_EQ(problem_of(error).cause, SchemaCause::kOldServer);
    error.sqlstate = "3D000";
    EXPECT_EQ(problem_of(error).cause, SchemaCause::kLogin);
    EXPECT_EQ(problem_of(CallError::unavailable(CallCause::kAuthentication)).cause,
              SchemaCause::kLogin);
    EXPECT_EQ(problem_of(CallError::unavailable(CallCause::kNotConnected)).cause,
              SchemaCause::kUnreachable);
}

TEST(SchemaProblem, OfAStatementSaysWhetherItIsCertainThatNothingWasApplied) {
    const auto refused = problem_of(CallError::unavailable(CallCause::kConstraint), "3 more");
    EXPECT_TRUE(refused.words.contains("nothing of it was applied")) << refused.words;
    const auto lost = problem_of(CallError::unknown(CallCause::kConnectionLost), "3 more");
    EXPECT_TRUE(lost.words.contains("shows whether it was applied")) << lost.words;
    EXPECT_EQ(problem_of(CallError::unavailable(CallCause::kLockTimeout), "3 more").cause,
              SchemaCause::kInUse);
}

}  // namespace
}  // namespace onsale::postgres
