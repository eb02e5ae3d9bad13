#pragma once

#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/postgres/client/transaction.hpp"
#include "adapter/postgres/protocol/call_error.hpp"
#include "base/result.hpp"
#include "base/time.hpp"

namespace onsale::postgres {

// A row of schema_version.
struct AppliedMigration {
    int version = 0;
    std::string name{};
    std::string digest{};  // 32 bytes.
    std::string oldest_binary{};
    Instant applied_at{};
    std::string applied_by{};
};

// What a migration depends on.
struct SchemaState {
    int server_version = 0;  // 150008 is PostgreSQL 15.8.
    std::string database{};
    std::string user{};
    std::string
        schema{};  // Where tables without a schema are; empty: none of the search path exists.
    bool may_create_tables = false;
    bool may_create_schemas = false;
    bool has_versions = false;  // The table schema_version is there, and it is ours.
    std::string others{};       // Some tables and schemas that are in our way, if not.
    std::vector<AppliedMigration> applied{};  // By version.
};

// Suspends for two round trips of the transaction.
boost::asio::awaitable<Result<SchemaState, CallError>> read_schema(Transaction& transaction);

}  // namespace onsale::postgres
