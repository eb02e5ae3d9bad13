// Backups of a simulation, and restores from them.
#include <fmt/format.h>

#include "tests/simulation/world.hpp"

namespace onsale::sim {

void World::back_up() {
    if (!healthy()) return;
    shelf_.make(disk_, storage_);
    backup_ = Backup{model_, acknowledged_};
    ++totals_.backups;
    log([&] { return fmt::format("backup at row {}", acknowledged_); });
}

void World::restore(End end, Duration downtime, std::uint64_t luck) {
    log([&] { return fmt::format("-- restored as of row {}", backup_->acknowledged); });
    end_process(end, luck);
    pass(downtime);
    make_space();
    unpack_backup(luck);
    ++totals_.restores;
    model_ = backup_->model;
    acknowledged_ = backup_->acknowledged;
    // A second restore of the same backup would skip to the same numbers.
    backup_.reset();
    in_flight_.reset();
    unserved_since_.reset();
    skip_expected_ = true;
    view_check_.forget_since_backup(model_.lines().size());
    require(start(luck), "a restored folder was refused");
    check_replay();
    check_all();
}

// An interrupted restore is repeated in another empty folder.
void World::unpack_backup(std::uint64_t luck) {
    constexpr int kTriesMax = 8;
    for (int tries = 0; tries < kTriesMax; ++tries) {
        storage_.folder = fmt::format("data-{}", ++folders_);
        if (shelf_.unpack(storage_)) return;
        require(fault_planned_, "the restore failed without a cause");
        if (disk_.plug_pulled()) disk_.crash(luck);
    }
    require(false, "the restore failed again and again");
}

}  // namespace onsale::sim
