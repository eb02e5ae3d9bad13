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
    std::uint64_t log_bytes_max = std::uint64_t{32} << 20;  // Beyond, the log is folded in.
    std::uint64_t snapshot_facts = 250'000;                 // New facts that are worth a snapshot.
    Duration snapshot_every = std::chrono::seconds{60};     // ... or any new fact after so long.
    Duration look_every{500};
};

// What need not happen on the writer thread: folding the write-ahead log into the file, snapshots,
// backups. It runs at the lowest priority, rests most of the time while it makes a snapshot, and
// reads through connections of its own.
// Thread safety: do_work() from any thread.
class Housekeeper {
  public:
    // Reports what went wrong, once per failure.
    using Report = std::function<void(const std::string&)>;

    Housekeeper(Storage storage, Writer& writer, HousekeeperConfig config, Report report);
    ~Housekeeper() { stop(); }

    void start();
    void stop();
    // Runs on the housekeeper's thread, one after the other (at most 16 wait).
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
