#pragma once

#include <iosfwd>

#include "adapter/postgres/show/store_status.hpp"
#include "program/config/config.hpp"

namespace onsale::program {

struct MigrateStoreOptions {
    bool plan = false;  // Show what is pending, and change nothing.
};

// Brings the schema in the configured PostgreSQL up to this program and says what it does. Throws
// std::runtime_error, whose message names the fix, if it must not or cannot. Returns the exit code.
int migrate_store(const Config& config, const MigrateStoreOptions& options, std::ostream& out);

// What the configured hosts and the database of the store say. Throws std::runtime_error if no host
// is configured.
postgres::StoreStatus store_status(const Config& config);

}  // namespace onsale::program
