#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <sys/epoll.h>

#include "runtime/pending_input.hpp"

namespace onsale::http {

// Dispatches descriptor events to their watchers on the loop of an io_context. It is a separate
// epoll set that the io_context watches as one descriptor. Through Asio itself every wait would
// cost an allocation and a system call. Here a descriptor is registered once, edge-triggered, and
// an idle one costs nothing more.
// Thread safety: the loop's thread.
class Poller {
  public:
    class Watcher {
      public:
        virtual ~Watcher() = default;
        // `events` as epoll reports them; zero after run_again().
        virtual void on_events(std::uint32_t events) = 0;

        // A patient watcher runs after the others. This is for watchers that wait for the disk with
        // every request and do not notice that answers from memory go first.
        void be_patient(bool patient) { patient_ = patient; }

      private:
        friend class Poller;
        std::uint32_t untold_ = 0;  // Events that wait in queue_ for delivery.
        bool queued_ = false;       // True while the watcher is in queue_.
        bool patient_ = false;
    };

    // Calls `before` before and `after` after each round of events.
    struct Hooks {
        std::function<void()> before;
        std::function<void()> after;
    };

    Poller(boost::asio::io_context& context, Hooks hooks);

    // False when the kernel is out of memory.
    bool add(int descriptor, std::uint32_t events, Watcher& watcher);
    void remove(int descriptor, Watcher& watcher);

    // Calls the watcher once more, after the other watchers.
    void run_again(Watcher& watcher) { queue(watcher, 0); }

  private:
    static constexpr std::size_t kEventsPerRound = 256;

    void wait();
    void run_events();
    void queue(Watcher& watcher, std::uint32_t events);
    void post_queued();
    void run_queued();

    Hooks hooks_;
    boost::asio::io_context& context_;
    boost::asio::posix::stream_descriptor epoll_;
    runtime::PendingInput entrance_;
    std::array<epoll_event, kEventsPerRound> events_;
    std::span<epoll_event> current_;  // Events of this round not delivered yet.
    std::deque<Watcher*> queue_;      // At most one entry per watcher.
    bool queue_posted_ = false;
    // Handlers that are still queued check it to detect that this object was destroyed.
    std::shared_ptr<const bool> alive_ = std::make_shared<const bool>(true);
};

}  // namespace onsale::http
