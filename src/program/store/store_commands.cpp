#include "program/store/store_commands.hpp"

#include <optional>
#include <ostream>
#include <stdexcept>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "adapter/postgres/migration/migrator.hpp"
#include "adapter/postgres/show/read_store_status.hpp"
#include "program/store/postgres_config.hpp"

namespace onsale::program {
namespace {

// Of each host. A user waits for the answer.
constexpr std::chrono::seconds kPatience{3};

// Runs the loop until the work is done.
template <class Value>
Value finish(boost::asio::io_context& loop, boost::asio::awaitable<Value> work) {
    std::optional<Value> result;
    const auto keep = [&]() -> boost::asio::awaitable<void> {
        result.emplace(co_await std::move(work));
        loop.stop();
    };
    boost::asio::co_spawn(loop, keep, [](const std::exception_ptr& error) {
        if (error) std::rethrow_exception(error);
    });
    loop.run();
    return *std::move(result);
}

std::string host_name() {
    std::string name(256, '\0');
    if (::gethostname(name.data(), name.size() - 1) != 0) return "an unnamed host";
    return name.c_str();
}

[[noreturn]] void refuse(const postgres::SchemaProblem& problem) {
    throw std::runtime_error{fmt::format("{}: {}", to_word(problem.cause), problem.words)};
}

void show(const postgres::SchemaPlan& plan, std::ostream& out) {
    const auto applied = plan.state.applied.size();
    if (plan.pending.empty()) {
        out << fmt::format("nothing to do: {} migrations are applied in the database {}\n", applied,
                           plan.state.database);
        return;
    }
    out << fmt::format("{} to apply in the database {}, which has {}:\n", plan.pending.size(),
                       plan.state.database, applied);
    for (const postgres::Migration& migration : plan.pending)
        out << fmt::format("  {} {} (serves onsale {} and later)\n", migration.version,
                           migration.name, migration.oldest_binary.text());
}

}  // namespace

int migrate_store(const Config& config, const MigrateStoreOptions& options, std::ostream& out) {
    boost::asio::io_context loop{1};
    postgres::MigratorOptions how;
    how.rules.migrations = postgres::store_migrations();
    how.rules.ours = postgres::BinaryVersion::parse(ONSALE_VERSION).value();
    how.rules.applied_by = fmt::format("onsale {} on {}", ONSALE_VERSION, host_name());
    how.tell = [&out](const std::string& sentence) { out << sentence << std::endl; };
    postgres::Migrator migrator{loop, postgres_config(config, "onsale-store-migrate"),
                                std::move(how)};
    const auto plan = finish(loop, migrator.plan());
    if (!plan) refuse(plan.error());
    show(*plan, out);
    if (options.plan || plan->pending.empty()) return 0;
    loop.restart();
    const auto migrated = finish(loop, migrator.migrate());
    if (!migrated) refuse(migrated.error());
    out << fmt::format("done: {} applied\n", *migrated);
    return 0;
}

postgres::StoreStatus store_status(const Config& config) {
    boost::asio::io_context loop{1};
    return finish(loop, postgres::read_store_status(
                            loop, postgres_config(config, "onsale-store-status"), kPatience));
}

}  // namespace onsale::program
