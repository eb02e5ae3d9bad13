#pragma once

#include <optional>
#include <span>

#include "adapter/postgres/migration/migration.hpp"
#include "adapter/postgres/migration/schema_problem.hpp"
#include "adapter/postgres/migration/schema_state.hpp"
#include "base/result.hpp"

namespace onsale::postgres {

// The migrations that a database still needs, in their order, or why this program must neither
// migrate nor use it. A database that is newer than the program is fine if it serves the program.
Result<std::span<const Migration>, SchemaProblem> pending_migrations(
    const SchemaState& state, std::span<const Migration> migrations, const BinaryVersion& ours);

// Why the user cannot migrate, although it may use the database.
std::optional<SchemaProblem> missing_right(const SchemaState& state);

}  // namespace onsale::postgres
