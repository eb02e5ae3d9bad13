#include "adapter/postgres/migration/schema_plan.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace onsale::postgres {
namespace {

// The first that reports at the login whether it is a standby.
constexpr int kOldestServer = 140'000;

using Problem = std::optional<SchemaProblem>;

Problem server_problem(const SchemaState& state) {
    if (state.server_version < kOldestServer)
        return SchemaProblem{SchemaCause::kOldServer,
                             fmt::format("the server is PostgreSQL {}; 14 or later is needed, 15 "
                                         "is recommended",
                                         state.server_version / 10'000)};
    if (state.schema.empty())
        return SchemaProblem{
            SchemaCause::kPermission,
            fmt::format("the user {0} has no schema for its tables in the database {1}; as its "
                        "owner: GRANT USAGE, CREATE ON SCHEMA public TO {0}",
                        state.user, state.database)};
    return std::nullopt;
}

Problem foreign_problem(const SchemaState& state) {
    if (state.has_versions || state.others.empty()) return std::nullopt;
    return SchemaProblem{
        SchemaCause::kForeignTables,
        fmt::format("the database {} has tables that are not Onsale's: {}; give Onsale an empty "
                    "database of its own, like CREATE DATABASE onsale OWNER {}",
                    state.database, state.others, state.user)};
}

Problem hole_problem(const SchemaState& state) {
    for (std::size_t i = 0; i < state.applied.size(); ++i)
        if (const int wanted = static_cast<int>(i) + 1; state.applied[i].version != wanted)
            return SchemaProblem{
                SchemaCause::kHole,
                fmt::format("the database {} lacks migration {}, but has {}; somebody has changed "
                            "schema_version by hand. Restore a backup",
                            state.database, wanted, state.applied[i].version)};
    return std::nullopt;
}

Problem changed_problem(const SchemaState& state, std::span<const Migration> migrations) {
    const std::size_t both = std::min(state.applied.size(), migrations.size());
    for (std::size_t i = 0; i < both; ++i)
        if (state.applied[i].digest != as_bytes(migrations[i].digest))
            return SchemaProblem{
                SchemaCause::kChanged,
                fmt::format("migration {} {} was applied with another text than this program "
                            "has; the database was made by another build ({}). Use that build, "
                            "or another database",
                            migrations[i].version, migrations[i].name,
                            state.applied[i].applied_by)};
    return std::nullopt;
}

// The rows that we know are ours, so only later ones can ask for more.
Problem age_problem(const SchemaState& state, const BinaryVersion& ours) {
    for (const AppliedMigration& row : state.applied) {
        const auto oldest = BinaryVersion::parse(row.oldest_binary);
        if (oldest && *oldest <= ours) continue;
        return SchemaProblem{
            SchemaCause::kTooNew,
            fmt::format("migration {} {} of the database {} serves onsale {} and later, and this "
                        "is {}; install a newer one",
                        row.version, row.name, state.database, row.oldest_binary, ours.text())};
    }
    return std::nullopt;
}

}  // namespace

Result<std::span<const Migration>, SchemaProblem> pending_migrations(
    const SchemaState& state, std::span<const Migration> migrations, const BinaryVersion& ours) {
    Problem problem = server_problem(state);
    if (!problem) problem = foreign_problem(state);
    if (!problem) problem = hole_problem(state);
    if (!problem) problem = changed_problem(state, migrations);
    if (!problem) problem = age_problem(state, ours);
    if (problem) return fail(*std::move(problem));
    return migrations.subspan(std::min(state.applied.size(), migrations.size()));
}

// Only the first migrations make a schema.
std::optional<SchemaProblem> missing_right(const SchemaState& state) {
    const bool is_empty = !state.has_versions;
    if (state.may_create_tables && (state.may_create_schemas || !is_empty)) return std::nullopt;
    return SchemaProblem{
        SchemaCause::kPermission,
        fmt::format("the user {0} may not make tables in the database {1}; as its owner: GRANT "
                    "CREATE ON SCHEMA {2} TO {0}; GRANT CREATE ON DATABASE {1} TO {0}",
                    state.user, state.database, state.schema)};
}

}  // namespace onsale::postgres
