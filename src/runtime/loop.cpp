#include "runtime/loop.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <pthread.h>

namespace onsale::runtime {

void Loop::start() {
    thread_ = std::thread{[this] {
        pthread_setname_np(pthread_self(), name_.substr(0, 15).c_str());  // The kernel's limit.
        const auto work = boost::asio::make_work_guard(context_);
        context_.run();
    }};
}

void Loop::join() {
    if (thread_.joinable()) thread_.join();
}

}  // namespace onsale::runtime
