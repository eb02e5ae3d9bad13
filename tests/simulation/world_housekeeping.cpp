// Work of the housekeeper, interleaved with batches of the writer.
#include <utility>

#include <fmt/format.h>

#include "adapter/embedded/journal/snapshot.hpp"
#include "tests/simulation/world.hpp"

namespace onsale::sim {

using embedded::Database;

void World::snapshot(std::deque<Batch> meanwhile) {
    keep_house(std::move(meanwhile), [this] {
        const std::uint64_t before = acknowledged_;
        const std::uint64_t at = embedded::take_snapshot(beside());
        log([&] { return fmt::format("snapshot at row {}", at); });
        require((before <= at && at <= acknowledged_) || disk_.plug_pulled(),
                "the snapshot stands elsewhere");
    });
}

void World::checkpoint(std::deque<Batch> meanwhile) {
    keep_house(std::move(meanwhile), [this] {
        Database database{beside(), embedded::kDatabaseFile, Database::Mode::kReadWrite};
        (void)database.checkpoint();
    });
    // The writer completes the checkpoint with the rows added in between, so that the log can
    // restart.
    (void)engine_->journal().database().checkpoint();
    survive_faults();
}

void World::keep_house(std::deque<Batch> meanwhile, const std::function<void()>& work) {
    meanwhile_ = std::move(meanwhile);
    operations_ = 0;
    try {
        work();
    } catch (const embedded::SqliteError& error) {
        require(fault_planned_ || disk_limited_, std::string{"housekeeper: "} + error.what());
    } catch (const CheckFailed&) {
        throw;
    } catch (const std::exception& error) {
        require(false, std::string{"the housekeeper threw: "} + error.what());
    }
    meanwhile_.clear();
    // An exception cannot pass through SQLite, which is C.
    if (broken_meanwhile_) std::rethrow_exception(std::exchange(broken_meanwhile_, nullptr));
    survive_faults();
    check_all();
}

void World::go_on_meanwhile() {
    ++operations_;
    if (meanwhile_.empty() || operations_ < meanwhile_.front().at || disk_.plug_pulled()) return;
    const Batch batch = std::move(meanwhile_.front());
    meanwhile_.pop_front();
    ++totals_.interruptions;
    log([&] { return fmt::format("meanwhile {} commands", batch.commands.size()); });
    try {
        run_or_crash(batch.commands, batch.tick);
    } catch (...) {
        broken_meanwhile_ = std::current_exception();
        meanwhile_.clear();
    }
}

}  // namespace onsale::sim
