#include "runtime/loop.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <pthread.h>

#include "runtime/scheduling.hpp"

namespace onsale::runtime {
namespace {

// A loop's work consists of short pieces that clients wait for. This is the shortest slice that the
// kernel accepts.
constexpr std::chrono::microseconds kTurn{100};

}  // namespace

void Loop::start() {
    thread_ = std::thread{[this] {
        // The kernel limits names to 15 characters.
        pthread_setname_np(pthread_self(), name_.substr(0, 15).c_str());
        ask_for_turns(kTurn, 0);
        const auto work = boost::asio::make_work_guard(context_);
        context_.run();
    }};
}

void Loop::join() {
    if (thread_.joinable()) thread_.join();
}

}  // namespace onsale::runtime
