#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/embedded/engine/writer.hpp"
#include "adapter/redis/roster/process_roster.hpp"
#include "adapter/server/loop/scheduler_thread.hpp"
#include "adapter/server/loop/serving_loop.hpp"

namespace onsale::server {

// Identity of this process, as reported to others.
struct ProcessIdentity {
    std::string name;
    std::vector<std::string> roles;
    std::string address;  // Where guests connect; empty: this process serves no guests.
    std::string admin_address;
    std::string version;
    Instant started_at;
};

// Writes a note about this process and its state to Redis every two seconds.
// Thread safety: none; use it on the operator's loop. The destructor stops it.
class ProcessAnnouncer {
  public:
    // Everything outlives the announcer.
    struct Deps {
        redis::Client& client;  // Runs on the operator's loop.
        ProcessIdentity process;
        std::function<std::vector<ServingLoop*>()> loops;  // All loops, the operator's loop last.
        const embedded::Writer* writer = nullptr;  // Null: another process has the sale store.
        SchedulerThread* scheduler = nullptr;      // Null: this process admits no guests.
    };

    ProcessAnnouncer(boost::asio::io_context& loop, Deps deps);
    ~ProcessAnnouncer();
    ProcessAnnouncer(const ProcessAnnouncer&) = delete;
    ProcessAnnouncer& operator=(const ProcessAnnouncer&) = delete;

  private:
    struct Inside;
    static boost::asio::awaitable<void> run(std::shared_ptr<Inside> inside);

    std::shared_ptr<Inside> inside_;
};

}  // namespace onsale::server
