#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "adapter/embedded/engine/idle_thread.hpp"
#include "adapter/embedded/engine/writer.hpp"
#include "adapter/embedded/outbox/delivery.hpp"

namespace onsale::embedded {

struct CourierConfig {
    Duration look_every{200};
    // How long a message is kept after every consumer has applied it.
    Duration retention = std::chrono::hours{24 * 7};
    Duration prune_every = std::chrono::seconds{10};
};

// Delivers messages from the outbox to the consumers on its own thread, at the lowest priority,
// since nothing waits for them. It sleeps most of the time even under load.
// Thread safety: do_work() and the figures from any thread.
class Courier {
  public:
    Courier(const Storage& storage, Writer& writer,
            std::vector<std::shared_ptr<Consumer>> consumers, CourierConfig config,
            Delivery::Report report);

    void start() {
        thread_.start([this] { look_around(); });
    }
    void stop() { thread_.stop(); }
    // Runs on the courier's thread, one after the other. Returns false if 16 are waiting already.
    bool do_work(std::function<void(Delivery&)> work);

    // Number of messages that some consumer has not applied yet.
    std::uint64_t behind() const;
    std::uint64_t dead_letters() const { return dead_letters_; }
    // True while a consumer's file is incomplete. Work waits until it is complete.
    bool rebuilding() const { return rebuilding_; }

  private:
    struct Stopped {};

    void look_around();
    void deliver();
    void prune();
    void rest();
    void note_figures();

    Writer& writer_;
    CourierConfig config_;
    Delivery::Report report_;
    Delivery delivery_;
    std::atomic<std::uint64_t> cursor_{0};
    std::atomic<std::uint64_t> dead_letters_{0};
    std::atomic<bool> rebuilding_{false};
    std::chrono::steady_clock::time_point prune_at_ = std::chrono::steady_clock::now();
    IdleThread thread_;  // The last member: it uses the others.
};

}  // namespace onsale::embedded
