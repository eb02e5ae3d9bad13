#include "runtime/loop.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <pthread.h>

#include "runtime/scheduling.hpp"

namespace onsale::runtime {
namespace {

// A loop's work comes in short pieces that somebody waits for. The kernel takes no less.
constexpr std::chrono::microseconds kTurn{100};

}  // namespace

void Loop::start() {
    thread_ = std::thread{[this] {
        pthread_setname_np(pthread_self(), name_.substr(0, 15).c_str());  // The kernel's limit.
        ask_for_turns(kTurn, 0);
        const auto work = boost::asio::make_work_guard(context_);
        context_.run();
    }};
}

void Loop::join() {
    if (thread_.joinable()) thread_.join();
}

}  // namespace onsale::runtime
