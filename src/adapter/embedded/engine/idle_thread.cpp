#include "adapter/embedded/engine/idle_thread.hpp"

#include <utility>

#include <pthread.h>

#include "runtime/scheduling.hpp"

namespace onsale::embedded {
namespace {

constexpr std::size_t kWorkMax = 16;

// A snapshot of millions of places is a second of work that nothing waits for. Even at the lowest
// priority it would fill the caches and use the pauses in which the machine writes to the disk.
constexpr std::chrono::milliseconds kWorkAtATime{1};
constexpr std::chrono::milliseconds kRest{3};

}  // namespace

void IdleThread::start(Work look_around) {
    thread_ = std::thread{[this, look_around = std::move(look_around)] {
        pthread_setname_np(pthread_self(), name_);
        runtime::run_when_idle();
        run(look_around);
    }};
}

void IdleThread::stop() {
    {
        const std::lock_guard lock{mutex_};
        stopping_ = true;
    }
    wake_.notify_one();
    if (thread_.joinable()) thread_.join();
    // Destroys work that was not started, and so releases its waiters, while their loops still
    // exist.
    const std::lock_guard lock{mutex_};
    work_.clear();
}

bool IdleThread::do_work(Work work) {
    {
        const std::lock_guard lock{mutex_};
        if (stopping_ || work_.size() >= kWorkMax) return false;
        work_.push_back(std::move(work));
    }
    wake_.notify_one();
    return true;
}

void IdleThread::run(const Work& look_around) {
    for (;;) {
        std::vector<Work> work;
        {
            std::unique_lock lock{mutex_};
            wake_.wait_for(lock, look_every_, [this] { return stopping_ || !work_.empty(); });
            if (stopping_) return;
            work.swap(work_);
        }
        for (const Work& one : work)
            one();
        look_around();
    }
}

void IdleThread::begin() {
    rested_at_ = std::chrono::steady_clock::now();
}

bool IdleThread::rest() {
    runtime::give_way_to_guests();
    if (std::chrono::steady_clock::now() - rested_at_ < kWorkAtATime) return false;
    std::unique_lock lock{mutex_};
    wake_.wait_for(lock, kRest, [this] { return stopping_; });
    lock.unlock();
    begin();
    return true;
}

bool IdleThread::is_stopping() {
    const std::lock_guard lock{mutex_};
    return stopping_;
}

}  // namespace onsale::embedded
