#include "adapter/server/loop/stop_loops.hpp"

#include <future>
#include <memory>

#include <boost/asio/steady_timer.hpp>

namespace onsale::server {
namespace {

// How much longer than its own limit a loop may take to say that it is done.
constexpr std::chrono::seconds kAnswerTime{1};

// A proxy that does not know of the stop yet is still served during the delay.
void announce(const std::vector<ServingLoop*>& loops, Duration delay) {
    for (ServingLoop* const loop : loops)
        loop->announce_stop();
    if (delay == Duration{0}) return;
    auto over = std::make_shared<std::promise<void>>();
    auto timer = std::make_shared<boost::asio::steady_timer>(loops.front()->io());
    loops.front()->post([over, timer, delay](ServingLoop&) {
        timer->expires_after(delay);
        timer->async_wait([over, timer](const boost::system::error_code&) { over->set_value(); });
    });
    over->get_future().wait_for(delay + kAnswerTime);
}

void drain(const std::vector<ServingLoop*>& loops, Duration longest) {
    std::vector<std::future<void>> drained;
    for (ServingLoop* const loop : loops) {
        auto done = std::make_shared<std::promise<void>>();
        drained.push_back(done->get_future());
        loop->drain([done] { done->set_value(); });
    }
    for (const auto& one : drained)
        one.wait_for(longest + kAnswerTime);
}

}  // namespace

void stop_loops(const std::vector<ServingLoop*>& loops, const StopTimes& times) {
    announce(loops, times.announced);
    drain(loops, times.drained);
    for (ServingLoop* const loop : loops)
        loop->stop();
}

}  // namespace onsale::server
