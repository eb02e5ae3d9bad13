#pragma once

#include <functional>
#include <memory>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include "adapter/redis/roster/process_roster.hpp"
#include "adapter/server/loop/serving_loop.hpp"
#include "program/config/config.hpp"

namespace onsale::program {

// Writes a note about this process and its state to Redis every two seconds.
// Thread safety: none; use it on its client's loop. The destructor stops it.
class ProcessAnnouncer {
  public:
    // Returns the current note. Suspends; resumes on the loop.
    using Describe = std::function<boost::asio::awaitable<redis::ProcessNote>()>;

    ProcessAnnouncer(boost::asio::io_context& loop, redis::Client& client, Describe describe);
    ~ProcessAnnouncer();
    ProcessAnnouncer(const ProcessAnnouncer&) = delete;
    ProcessAnnouncer& operator=(const ProcessAnnouncer&) = delete;

  private:
    struct Inside;
    static boost::asio::awaitable<void> run(std::shared_ptr<Inside> inside);

    std::shared_ptr<Inside> inside_;
};

// The note of any process: its identity, the state of its operator's loop and the counters of its
// loops. Suspends; resumes on the operator's loop, which is the last of `loops`.
boost::asio::awaitable<redis::ProcessNote> describe_process(
    const Config& config, const std::string& name, Instant started_at,
    std::vector<server::ServingLoop*> loops);

}  // namespace onsale::program
