#include "program/cluster/cluster_time.hpp"

#include <chrono>

#include "program/cluster/cluster_link.hpp"
#include "runtime/log.hpp"

namespace onsale::program {
namespace {

// Logged immediately and then twice a minute.
void complain(const std::string& reason) {
    using Clock = std::chrono::steady_clock;
    thread_local Clock::time_point next{};
    if (Clock::now() < next) return;
    next = Clock::now() + std::chrono::seconds{30};
    runtime::log(runtime::LogLevel::kWarning, "Redis does not answer TIME",
                 {{"error", reason}, {"fix", "start Redis, or correct the keys of [redis]"}});
}

}  // namespace

ClusterTime::ClusterTime(const Config& config, const std::string& process)
    : client_(loop_.context(), redis_config(config, process)),
      feed_(loop_.context(), client_, time_, {.failed = complain}) {
    loop_.start();
}

ClusterTime::~ClusterTime() {
    loop_.stop();
    loop_.join();
}

bool ClusterTime::wait_until_told(const sigset_t& stop) const {
    constexpr timespec kLookAgain{.tv_sec = 0, .tv_nsec = 50'000'000};
    while (!time_.is_told())
        // Pauses, unless a signal arrives.
        if (sigtimedwait(&stop, nullptr, &kLookAgain) > 0) return false;
    return true;
}

}  // namespace onsale::program
