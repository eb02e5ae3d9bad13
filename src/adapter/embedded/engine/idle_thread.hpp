#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "base/time.hpp"

namespace onsale::embedded {

// A thread of the lowest priority for work that nobody waits for. It sleeps most of the time, also
// while it has much to do.
// Thread safety: start() and stop() on the owner's thread, do_work() on any, the rest on its own.
class IdleThread {
  public:
    using Work = std::function<void()>;

    // `name`: as the system shows the thread.
    IdleThread(const char* name, Duration look_every) : name_(name), look_every_(look_every) {}
    ~IdleThread() { stop(); }
    IdleThread(const IdleThread&) = delete;
    IdleThread& operator=(const IdleThread&) = delete;

    // Runs `look_around` every `look_every`, and after any work.
    void start(Work look_around);
    // Waits for the end of what is running, and drops work that was not started.
    void stop();
    // Runs the work, one after the other. Returns false if 16 are waiting already.
    bool do_work(Work work);

    // A long piece of work begins. It calls rest() again and again.
    void begin();
    // Sleeps after each millisecond of work, because even the lowest priority evicts caches and
    // uses idle time. Returns whether it slept.
    bool rest();
    bool is_stopping();

  private:
    void run(const Work& look_around);

    const char* const name_;
    const Duration look_every_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<Work> work_;
    bool stopping_ = false;
    std::chrono::steady_clock::time_point rested_at_;
    std::thread thread_;
};

}  // namespace onsale::embedded
