#pragma once

#include <cstdint>
#include <string>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "adapter/http/api/measure/process_numbers.hpp"
#include "adapter/redis/feed/event_directory.hpp"
#include "adapter/redis/schedule/line_scheduler.hpp"
#include "adapter/redis/store/store_watch.hpp"
#include "adapter/server/loop/cluster_news.hpp"
#include "adapter/server/loop/cluster_ports.hpp"
#include "runtime/loop.hpp"

namespace onsale::server {

// Admits guests, event by event, on its own thread.
// Thread safety: start() and stop() on the owner's thread.
class SchedulerThread {
  public:
    // `process`: the unique name of this process, which its leases carry.
    SchedulerThread(const RedisUse& use, const std::string& process);
    ~SchedulerThread() { stop(); }

    void start() { loop_.start(); }
    void stop();
    // Adds its counters. Suspends; resumes on `home`.
    boost::asio::awaitable<void> count(boost::asio::io_context& home, http::ProcessNumbers& sum);
    // Number of events for which it has the lease. Suspends; resumes on `home`.
    boost::asio::awaitable<std::uint64_t> leases(boost::asio::io_context& home);

  private:
    void write_news();

    runtime::Loop loop_{"scheduler"};
    redis::Client client_;
    redis::ScriptCaller caller_;
    redis::PaymentSight payment_;
    redis::LineScheduler scheduler_;
    redis::StoreWatch store_watch_;
    redis::EventDirectory events_;
    ClusterNews news_;
    boost::asio::steady_timer news_timer_;
};

}  // namespace onsale::server
