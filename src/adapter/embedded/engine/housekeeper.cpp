#include "adapter/embedded/engine/housekeeper.hpp"

#include <malloc.h>
#include <pthread.h>
#include <sched.h>

#include "adapter/embedded/journal/snapshot.hpp"
#include "runtime/scheduling.hpp"

namespace onsale::embedded {
namespace {

constexpr std::size_t kWorkMax = 16;

// A snapshot of millions of places is a second of work that nothing waits for. Even at the lowest
// priority it would fill the caches and use the pauses in which the machine writes to the disk.
constexpr std::chrono::milliseconds kWorkAtATime{1};
constexpr std::chrono::milliseconds kRest{3};
constexpr std::uint64_t kPatience = 4;

// Each pass leaves the frames that the writer added during it. The writer must checkpoint the rest
// of the last pass itself while others wait.
constexpr int kPasses = 3;

}  // namespace

Housekeeper::Housekeeper(Storage storage, Writer& writer, HousekeeperConfig config, Report report)
    : storage_(std::move(storage)), writer_(writer), config_(config), report_(std::move(report)) {}

void Housekeeper::start() {
    thread_ = std::thread{[this] {
        pthread_setname_np(pthread_self(), "housekeeper");
        runtime::run_when_idle();
        run();
    }};
}

void Housekeeper::stop() {
    {
        const std::lock_guard lock{mutex_};
        stopping_ = true;
    }
    wake_.notify_one();
    if (thread_.joinable()) thread_.join();
}

bool Housekeeper::do_work(std::function<void()> work) {
    {
        const std::lock_guard lock{mutex_};
        if (stopping_ || work_.size() >= kWorkMax) return false;
        work_.push_back(std::move(work));
    }
    wake_.notify_one();
    return true;
}

void Housekeeper::run() {
    for (;;) {
        std::vector<std::function<void()>> work;
        {
            std::unique_lock lock{mutex_};
            wake_.wait_for(lock, config_.look_every,
                           [this] { return stopping_ || !work_.empty(); });
            if (stopping_) return;
            work.swap(work_);
        }
        for (const auto& one : work)
            one();
        look_around();
    }
}

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
    return facts >= config_.snapshot_facts || (facts > 0 && long_ago);
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
    rested_at_ = std::chrono::steady_clock::now();
    take_snapshot(storage_, [this] { rest(); });
    ++snapshots_taken_;
    malloc_trim(0);  // Returns the memory of the copied state to the system.
}

void Housekeeper::rest() {
    runtime::give_way_to_guests();
    if (std::chrono::steady_clock::now() - rested_at_ < kWorkAtATime) return;
    std::unique_lock lock{mutex_};
    wake_.wait_for(lock, kRest, [this] { return stopping_; });
    lock.unlock();
    // The kernel gives a thread that has slept a turn, even at the lowest priority and while a loop
    // waits for the core. Yielding puts this thread behind all threads with work.
    ::sched_yield();
    // During a busy sale a snapshot may take minutes. The checkpoint waits for its end, but only up
    // to a limit.
    if (checkpoint_due(kPatience * config_.log_bytes_max)) checkpoint();
    rested_at_ = std::chrono::steady_clock::now();
}

}  // namespace onsale::embedded
