#pragma once

#include <functional>
#include <memory>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include "adapter/redis/roster/process_roster.hpp"
#include "program/config/config.hpp"
#include "program/serve/serve_loop.hpp"

namespace onsale::program {

// Says every two seconds in Redis that this process is there and how it is.
// Thread safety: none; its client's loop. Ends with its destruction.
class ProcessAnnouncer {
  public:
    // What to say now. Suspends; resumes on the loop.
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

// What can be said of any process: who it is, what its operator's loop knows, what its loops have
// counted. Suspends; resumes on the operator's loop, which is the last of `loops`.
boost::asio::awaitable<redis::ProcessNote> describe_process(const Config& config,
                                                            const std::string& name,
                                                            Instant started_at,
                                                            std::vector<ServingLoop*> loops);

}  // namespace onsale::program
