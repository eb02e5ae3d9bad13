#include "adapter/embedded/engine/housekeeper.hpp"

#include <malloc.h>
#include <sched.h>

#include "adapter/embedded/journal/snapshot.hpp"

namespace onsale::embedded {
namespace {

constexpr std::uint64_t kPatience = 4;

// Each pass leaves the frames that the writer added during it. The writer must checkpoint the rest
// of the last pass itself while others wait.
constexpr int kPasses = 3;

}  // namespace

Housekeeper::Housekeeper(Storage storage, Writer& writer, HousekeeperConfig config, Report report)
    : storage_(std::move(storage)),
      writer_(writer),
      config_(config),
      report_(std::move(report)),
      thread_("housekeeper", config.look_every) {}

void Housekeeper::look_around() {
    try {
        if (checkpoint_due(config_.log_bytes_max)) checkpoint();
        if (snapshot_due()) snapshot();
    } catch (const std::exception& error) {
        report_(error.what());
    }
}

// True if the log is larger than `bytes`. The size is known as of the last commit.
bool Housekeeper::checkpoint_due(std::uint64_t bytes) const {
    const WriterFigures& figures = writer_.figures();
    return figures.log_bytes > bytes && figures.batches > checkpoint_at_batches_ &&
           std::chrono::steady_clock::now() - checkpoint_at_ >= config_.look_every;
}

bool Housekeeper::snapshot_due() const {
    const std::uint64_t facts = writer_.figures().facts - snapshot_at_facts_;
    const bool long_ago = std::chrono::steady_clock::now() - snapshot_at_ >= config_.snapshot_every;
    // The first snapshot of a process replaces one of an older version, even without new facts.
    return facts >= config_.snapshot_facts || ((facts > 0 || snapshots_taken_ == 0) && long_ago);
}

void Housekeeper::checkpoint() {
    checkpoint_at_batches_ = writer_.figures().batches;
    checkpoint_at_ = std::chrono::steady_clock::now();
    Database database{storage_, kDatabaseFile, Database::Mode::kReadWrite};
    for (int pass = 0; pass < kPasses; ++pass)
        (void)database.checkpoint();
    // The writer has added little in the meantime. It checkpoints the rest itself, and the log
    // starts over.
    writer_.run_between_batches(
        [](Engine& engine) { (void)engine.journal().database().checkpoint(); });
    ++checkpoints_done_;
}

void Housekeeper::snapshot() {
    snapshot_at_facts_ = writer_.figures().facts;
    snapshot_at_ = std::chrono::steady_clock::now();
    thread_.begin();
    take_snapshot(storage_, [this] { rest(); });
    ++snapshots_taken_;
    malloc_trim(0);  // Returns the memory of the copied state to the system.
}

void Housekeeper::rest() {
    if (!thread_.rest()) return;
    // The kernel gives a thread that has slept a turn, even at the lowest priority and while a loop
    // waits for the core. Yielding puts this thread behind all threads with work.
    ::sched_yield();
    // During a busy sale a snapshot may take minutes. The checkpoint waits for its end, but only up
    // to a limit.
    if (checkpoint_due(kPatience * config_.log_bytes_max)) checkpoint();
    thread_.begin();
}

}  // namespace onsale::embedded
