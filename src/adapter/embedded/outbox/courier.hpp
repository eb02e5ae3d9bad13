#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "adapter/embedded/engine/writer.hpp"
#include "adapter/embedded/outbox/delivery.hpp"

namespace onsale::embedded {

struct CourierConfig {
    Duration look_every{200};
    Duration retention = std::chrono::hours{24 * 7};  // Of messages that everybody has applied.
    Duration prune_every = std::chrono::seconds{10};
};

// Carries messages from the outbox to the consumers on a thread of its own, at the lowest priority:
// nobody waits for them. It rests most of the time while there is much to carry.
// Thread safety: do_work() and the figures from any thread.
class Courier {
  public:
    Courier(const Storage& storage, Writer& writer,
            std::vector<std::shared_ptr<Consumer>> consumers, CourierConfig config,
            Delivery::Report report);
    ~Courier() { stop(); }

    void start();
    void stop();
    // Runs on the courier's thread, one after the other (at most 16 wait).
    bool do_work(std::function<void(Delivery&)> work);

    // Messages that some consumer has not applied yet.
    std::uint64_t behind() const;
    std::uint64_t dead_letters() const { return dead_letters_; }
    // What the consumers show is not whole yet; work waits until it is.
    bool rebuilding() const { return rebuilding_; }

  private:
    struct Stopped {};

    void run();
    void look_around();
    void deliver();
    void prune();
    void rest();
    void note_figures();

    Writer& writer_;
    CourierConfig config_;
    Delivery::Report report_;
    Delivery delivery_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<std::function<void(Delivery&)>> work_;
    bool stopping_ = false;
    std::atomic<std::uint64_t> cursor_{0};
    std::atomic<std::uint64_t> dead_letters_{0};
    std::atomic<bool> rebuilding_{false};
    std::chrono::steady_clock::time_point prune_at_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point rested_at_;
    std::thread thread_;
};

}  // namespace onsale::embedded
