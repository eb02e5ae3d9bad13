#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "runtime/clock_watch.hpp"
#include "runtime/system_time.hpp"

namespace onsale::server {

// Logs every step of this machine's wall clock within a second.
// Thread safety: its loop only, after start().
class ClockLog {
  public:
    explicit ClockLog(boost::asio::io_context& loop) : timer_(loop) {}

    void start();

  private:
    runtime::SystemTime time_;
    runtime::ClockWatch watch_{time_};
    boost::asio::steady_timer timer_;
};

}  // namespace onsale::server
