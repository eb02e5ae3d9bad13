#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include "adapter/postgres/client/client.hpp"
#include "adapter/postgres/migration/apply_migration.hpp"
#include "adapter/postgres/migration/schema_plan.hpp"

namespace onsale::postgres {

struct MigratorOptions {
    ApplyRules rules;
    // A sentence for an operator about each step and each wait; may be empty.
    std::function<void(const std::string&)> tell{};
    std::chrono::milliseconds answer_within{5'000};   // Of a primary, before anything is changed.
    std::chrono::milliseconds others_within{60'000};  // Until another one's migration has ended.
    int tries_max = 20;                               // In a row, each after a pause.
    int parts_max = 100'000;                          // Of one that repeats.
    std::chrono::milliseconds pause{500};
};

struct SchemaPlan {
    SchemaState state;
    std::span<const Migration> pending;
};

// Brings the database to the schema of this program. Each migration is one transaction under an
// advisory lock of the database, in which everything is looked at again. So any number of programs
// may migrate at the same time, and a program that dies leaves whole migrations.
// REQUIRES: outlives its coroutines; one at a time.
// Thread safety: none; used only on its loop.
class Migrator {
  public:
    // Throws std::runtime_error as Client does.
    Migrator(boost::asio::io_context& loop, Config config, MigratorOptions options);

    // Suspends. What migrate() would do. Changes nothing.
    boost::asio::awaitable<Result<SchemaPlan, SchemaProblem>> plan();
    // Suspends until nothing is pending. The number of migrations that this call has applied.
    boost::asio::awaitable<Result<int, SchemaProblem>> migrate();
    // Suspends. What a process asks before it serves: none, or why it must not start. It reads
    // only, and nothing asks again later, so a migration never stops a running process.
    boost::asio::awaitable<std::optional<SchemaProblem>> check();

  private:
    struct Progress;

    boost::asio::awaitable<Result<SchemaPlan, SchemaProblem>> look();
    boost::asio::awaitable<bool> a_standby_answers();
    std::optional<SchemaProblem> judge(const ApplyStep& step, const Migration& migration,
                                       Progress& progress) const;
    void wait(Progress& progress, const std::string& why) const;
    boost::asio::awaitable<void> rest();
    void tell(const std::string& sentence) const;

    boost::asio::io_context& loop_;
    const Config config_;
    const MigratorOptions options_;
    Client client_;
};

}  // namespace onsale::postgres
