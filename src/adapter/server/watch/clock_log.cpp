#include "adapter/server/watch/clock_log.hpp"

#include <string>

#include "base/time_text.hpp"
#include "runtime/log.hpp"

namespace onsale::server {

void ClockLog::start() {
    timer_.expires_after(std::chrono::seconds{1});
    timer_.async_wait([this](const boost::system::error_code& error) {
        if (error) return;
        if (const auto moved = watch_.look())
            runtime::log(runtime::LogLevel::kWarning, "the wall clock was stepped",
                         {{"by_ms", std::to_string(moved->count())},
                          {"now", format_iso_time(time_.wall())}});
        start();
    });
}

}  // namespace onsale::server
