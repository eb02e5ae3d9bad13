#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "adapter/embedded/engine/writer.hpp"

namespace onsale::embedded {

struct HousekeeperConfig {
    std::uint64_t log_bytes_max = std::uint64_t{32} << 20;  // Log size that triggers a checkpoint.
    std::uint64_t snapshot_facts = 250'000;  // Number of new facts that triggers a snapshot.
    // Maximum age of a snapshot if there is any new fact.
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
    ~Housekeeper() { stop(); }

    void start();
    void stop();
    // Runs on the housekeeper's thread, one after the other. Returns false if 16 are waiting
    // already.
    bool do_work(std::function<void()> work);

    std::uint64_t snapshots_taken() const { return snapshots_taken_; }
    std::uint64_t checkpoints_done() const { return checkpoints_done_; }

  private:
    void run();
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
    std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<std::function<void()>> work_;
    bool stopping_ = false;
    std::atomic<std::uint64_t> snapshots_taken_{0};
    std::atomic<std::uint64_t> checkpoints_done_{0};
    std::uint64_t checkpoint_at_batches_ = 0;
    std::chrono::steady_clock::time_point checkpoint_at_;
    std::uint64_t snapshot_at_facts_ = 0;
    std::chrono::steady_clock::time_point snapshot_at_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point rested_at_;
    std::thread thread_;
};

}  // namespace onsale::embedded
