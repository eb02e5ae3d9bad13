#include "adapter/postgres/migration/schema_state.hpp"

#include <utility>

namespace onsale::postgres {

using boost::asio::awaitable;

namespace {

// Tables, views and sequences of extensions are in nobody's way.
constexpr std::string_view kState = R"(
    SELECT current_setting('server_version_num')::int, current_database()::text,
           current_user::text, coalesce(current_schema()::text, ''),
           coalesce(has_schema_privilege(current_schema(), 'CREATE'), false),
           has_database_privilege(current_database(), 'CREATE'),
           (SELECT count(*) = 6 FROM pg_attribute
            WHERE attrelid = to_regclass(quote_ident(current_schema()) || '.schema_version')
              AND attname IN ('version', 'name', 'digest', 'oldest_binary', 'applied_at',
                              'applied_by')),
           array_to_string(ARRAY(
               (SELECT nspname::text FROM pg_namespace WHERE nspname = 'report')
               UNION ALL
               (SELECT relname::text FROM pg_class AS c
                WHERE relnamespace = to_regnamespace(quote_ident(current_schema()))
                  AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
                  AND NOT EXISTS (SELECT FROM pg_depend AS d
                                  WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
                                    AND d.deptype = 'e')
                ORDER BY relname LIMIT 5)), ', '))";

constexpr std::string_view kApplied = R"(
    SELECT version, name, digest, oldest_binary, applied_at, applied_by
    FROM schema_version ORDER BY version)";

SchemaState state_of(const Rows& rows) {
    const auto [server_version, database, user, schema, tables, schemas, versions, others] =
        rows.row<std::int32_t, std::string, std::string, std::string, bool, bool, bool,
                 std::string>(0);
    return {.server_version = server_version,
            .database = database,
            .user = user,
            .schema = schema,
            .may_create_tables = tables,
            .may_create_schemas = schemas,
            .has_versions = versions,
            .others = others};
}

std::vector<AppliedMigration> applied_of(const Rows& rows) {
    std::vector<AppliedMigration> applied;
    for (auto& [version, name, digest, oldest_binary, at, by] :
         rows.all<std::int32_t, std::string, Bytea, std::string, Instant, std::string>())
        applied.push_back({version, name, digest.bytes, oldest_binary, at, by});
    return applied;
}

}  // namespace

awaitable<Result<SchemaState, CallError>> read_schema(Transaction& transaction) {
    const auto answers = co_await transaction.run({{Statement::unprepared(kState)}});
    if (!answers) co_return fail(answers.error());
    SchemaState state = state_of(answers->front());
    if (!state.has_versions) co_return state;
    const auto rows = co_await transaction.run({{Statement::unprepared(kApplied)}});
    if (!rows) co_return fail(rows.error());
    state.applied = applied_of(rows->front());
    co_return state;
}

}  // namespace onsale::postgres
