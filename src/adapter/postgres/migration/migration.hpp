#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "adapter/postgres/migration/binary_version.hpp"
#include "base/sha256.hpp"

namespace onsale::postgres {

// One step of the schema, sql/NUMBER_NAME.sql. A released file never changes.
struct Migration {
    int version = 0;  // From 1, without a gap.
    std::string name;
    std::string_view sql;
    Sha256Digest digest{};          // Of the file.
    BinaryVersion oldest_binary{};  // The oldest program that the schema serves after it.
    // Run again and again, a transaction each, until the last statement changes no row: what fills
    // a column of a big table without locking it for long.
    bool repeats = false;
};

// The file's first lines are comments, of which one is "-- oldest binary: 1.2.3" and another one
// may be "-- repeated". `sql` must outlive the migration.
// REQUIRES: the first of these lines is there.
Migration make_migration(int version, std::string_view name, std::string_view sql);

// The migrations of this program, in their order.
const std::vector<Migration>& store_migrations();

}  // namespace onsale::postgres
