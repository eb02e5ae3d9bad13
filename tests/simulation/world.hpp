#pragma once

#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "adapter/embedded/engine/engine.hpp"
#include "tests/simulation/backup_shelf.hpp"
#include "tests/simulation/check.hpp"
#include "tests/simulation/model.hpp"
#include "tests/simulation/shared_disk.hpp"
#include "tests/support/manual_time.hpp"
#include "tests/support/torn_disk.hpp"
#include "waiting_room/domain/room_view.hpp"

namespace onsale::sim {

struct Totals {
    std::uint64_t steps = 0;
    std::uint64_t facts = 0;
    std::uint64_t crashes = 0;  // Process deaths and power losses.
    std::uint64_t restarts = 0;
    std::uint64_t full_disks = 0;
    std::uint64_t failed_syncs = 0;
    std::uint64_t refused_starts = 0;  // Starts that were refused after damage of the medium.
    std::uint64_t backups = 0;
    std::uint64_t restores = 0;
    std::uint64_t interruptions = 0;  // Batches during a snapshot or a checkpoint.
    Duration simulated{};
};

// The real engine on a disk that tears writes, together with the model, the view of a reader and
// all checks. Every call ends with the checks. A violated rule throws CheckFailed.
class World {
  public:
    enum class End { kClean, kKill, kPowerLoss };

    // A batch that the writer runs before operation `at` of the housekeeper.
    struct Batch {
        std::uint64_t at = 0;
        std::vector<embedded::Command> commands;
        bool tick = false;
    };

    World(std::uint64_t seed, std::ostream* log);
    ~World();

    void run(const std::vector<embedded::Command>& commands, bool tick);
    void pass(Duration by);
    void step_wall(Duration by) { time_.set_wall(time_.wall() + by); }
    void note_alive();
    // Work of the housekeeper. REQUIRES: batches in order of `at`.
    void snapshot(std::deque<Batch> meanwhile);
    void checkpoint(std::deque<Batch> meanwhile);
    void back_up();
    bool has_backup() const { return backup_.has_value(); }
    // Ends the process and starts another one from the backup. REQUIRES: has_backup().
    void restore(End end, Duration downtime, std::uint64_t luck);
    // Ends the process and starts it again after `downtime`.
    void restart(End end, Duration downtime, std::uint64_t luck);
    // The planned crash may also interrupt the next start.
    void plan_crash(std::uint64_t ops);
    void plan_sync_failure(std::uint64_t syncs);
    void fill_disk(std::size_t free_bytes);
    void make_space();
    bool has_space() const { return has_space_; }
    bool healthy() const { return engine_->health() == embedded::Health::kOk; }
    // Flips one bit of the medium while the process is stopped. It must refuse to start or lose
    // nothing. The simulation ends afterwards.
    void damage(const std::function<std::size_t(std::size_t)>& below);
    void check_replay();

    const waiting_room::RoomView& view() const { return *view_; }
    const Model& model() const { return model_; }
    Instant now() const { return started_at_ + (time_.steady() - steady_at_start_); }
    Instant wall() const { return time_.wall(); }
    const Totals& totals() const { return totals_; }
    void log(const std::function<std::string()>& line) const {
        if (log_ != nullptr) *log_ << line() << '\n';
    }

  private:
    struct Row {
        Stamp stamp;
        waiting_room::Facts facts;
    };
    struct Backup {
        Model model;
        std::uint64_t acknowledged = 0;
    };

    void run_or_crash(const std::vector<embedded::Command>& commands, bool tick);
    void accept(const embedded::BatchResult& result, const ModelBatch& expected);
    void keep_both(const std::vector<embedded::Command>& commands, bool tick);
    Model after_batch(const std::vector<embedded::Command>& commands, bool tick);
    void check_all();
    void learn_secrets();
    void end_process(End end, std::uint64_t luck);
    // False if the start was refused because of damage.
    bool start(std::uint64_t luck);
    void adopt(const std::optional<embedded::Mark>& mark);
    void adopt_unknown(const Row& row, bool first);
    void adopt_skips(const Row& row);
    void forget_last_process(Instant now);
    std::vector<Row> unacknowledged_rows();
    void unpack_backup(std::uint64_t luck);
    embedded::Storage beside() const { return {storage_.folder, beside_.name()}; }
    void keep_house(std::deque<Batch> meanwhile, const std::function<void()>& work);
    void go_on_meanwhile();
    void survive_faults();
    void log_files(const char* when) const;

    std::ostream* log_;
    test::TornDisk disk_;
    test::ManualTime time_;
    embedded::Storage storage_;
    SharedDisk beside_;
    std::deque<Batch> meanwhile_;
    std::uint64_t operations_ = 0;  // Number of operations of the current housekeeper work.
    std::exception_ptr broken_meanwhile_;
    BackupShelf shelf_;
    std::optional<Backup> backup_;
    int folders_ = 0;
    bool skip_expected_ = false;  // The next start is the first one after a restore.
    std::uint64_t entropy_ = 0;
    std::unique_ptr<embedded::Engine> engine_;
    std::unique_ptr<waiting_room::RoomView> view_;
    ViewCheck view_check_;
    Model model_;
    std::optional<Model> in_flight_;  // The model after a batch whose outcome is unknown.
    std::optional<Instant> unserved_since_;
    std::uint64_t acknowledged_ = 0;  // The last acknowledged journal row.
    Instant started_at_;
    Duration steady_at_start_{};
    bool has_space_ = true;
    // A planned fault may occur late. These flags only permit its effects.
    bool disk_limited_ = false;
    bool fault_planned_ = false;
    bool damaged_ = false;
    std::uint64_t luck_;
    Totals totals_;
};

}  // namespace onsale::sim
