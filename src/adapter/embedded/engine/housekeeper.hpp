#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "adapter/embedded/engine/idle_thread.hpp"
#include "adapter/embedded/engine/writer.hpp"

namespace onsale::embedded {

struct HousekeeperConfig {
    std::uint64_t log_bytes_max = std::uint64_t{32} << 20;  // Log size that triggers a checkpoint.
    std::uint64_t snapshot_facts = 250'000;  // Number of new facts that triggers a snapshot.
    // Maximum age of a snapshot if there is any new fact, or this process has taken none yet.
    Duration snapshot_every = std::chrono::seconds{60};
    Duration look_every{500};
};

// Work that need not run on the writer thread: checkpoints of the write-ahead log, snapshots,
// backups. Runs at the lowest priority, sleeps most of the time during a snapshot, and reads
// through its own connections.
// Thread safety: do_work() from any thread.
class Housekeeper {
  public:
    // Called once per failure with the reason.
    using Report = std::function<void(const std::string&)>;

    Housekeeper(Storage storage, Writer& writer, HousekeeperConfig config, Report report);

    void start() {
        thread_.start([this] { look_around(); });
    }
    void stop() { thread_.stop(); }
    // Runs on the housekeeper's thread, one after the other. Returns false if 16 are waiting
    // already.
    bool do_work(std::function<void()> work) { return thread_.do_work(std::move(work)); }

    std::uint64_t snapshots_taken() const { return snapshots_taken_; }
    std::uint64_t checkpoints_done() const { return checkpoints_done_; }

  private:
    void look_around();
    bool checkpoint_due(std::uint64_t bytes) const;
    bool snapshot_due() const;
    void checkpoint();
    void snapshot();
    void rest();

    Storage storage_;
    Writer& writer_;
    HousekeeperConfig config_;
    Report report_;
    std::atomic<std::uint64_t> snapshots_taken_{0};
    std::atomic<std::uint64_t> checkpoints_done_{0};
    std::uint64_t checkpoint_at_batches_ = 0;
    std::chrono::steady_clock::time_point checkpoint_at_;
    std::uint64_t snapshot_at_facts_ = 0;
    std::chrono::steady_clock::time_point snapshot_at_ = std::chrono::steady_clock::now();
    IdleThread thread_;  // The last member: it uses the others.
};

}  // namespace onsale::embedded
