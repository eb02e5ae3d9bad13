#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <sys/epoll.h>

namespace onsale::http {

// Tells descriptors' owners what happened to them, on the loop of an io_context. It is an epoll set
// of its own that the io_context watches as one descriptor. Through Asio itself every wait would
// cost an allocation and a system call; here a descriptor is registered once, edge-triggered, and
// an idle one costs nothing more.
// Thread safety: the loop's thread.
class Poller {
  public:
    class Watcher {
      public:
        virtual ~Watcher() = default;
        // `events` as epoll gives them; zero after run_again().
        virtual void on_events(std::uint32_t events) = 0;

      private:
        friend class Poller;
        bool queued_ = false;  // Stands in again_.
    };

    // Calls `before` ahead of each round of events and `after` behind it.
    struct Hooks {
        std::function<void()> before;
        std::function<void()> after;
    };

    Poller(boost::asio::io_context& context, Hooks hooks);

    // False when the kernel has no memory for it.
    bool add(int descriptor, std::uint32_t events, Watcher& watcher);
    void remove(int descriptor, Watcher& watcher);

    // Calls the watcher once more after the others had their turn.
    void run_again(Watcher& watcher);

  private:
    static constexpr std::size_t kEventsPerRound = 256;

    void wait();
    void run_events();
    void run_queued();

    Hooks hooks_;
    boost::asio::io_context& context_;
    boost::asio::posix::stream_descriptor epoll_;
    std::array<epoll_event, kEventsPerRound> events_;
    std::span<epoll_event> current_;  // Events of this round not yet told.
    std::vector<Watcher*> again_;     // At most one entry a watcher.
    std::vector<Watcher*> turns_;     // Those of again_ whose turn it is.
    bool again_posted_ = false;
    // Handlers already queued when this object dies find out by it.
    std::shared_ptr<const bool> alive_ = std::make_shared<const bool>(true);
};

}  // namespace onsale::http
