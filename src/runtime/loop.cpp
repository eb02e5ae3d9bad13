#include "runtime/loop.hpp"

#include <cstdint>

#include <boost/asio/executor_work_guard.hpp>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace onsale::runtime {
namespace {

// As the kernel has it in linux/sched/types.h, which clashes with the C library's sched.h.
struct SchedulingWish {
    std::uint32_t size = sizeof(SchedulingWish);
    std::uint32_t policy = SCHED_OTHER;
    std::uint64_t flags = 0;
    std::int32_t nice = 0;
    std::uint32_t priority = 0;
    std::uint64_t runtime_ns = 0;
    std::uint64_t deadline_ns = 0;
    std::uint64_t period_ns = 0;
};

// A loop's work comes in short pieces that somebody waits for. Asking for short turns lets it go
// first when it wakes up beside a thread that computes; its share of the core stays the same.
// Kernels before 6.12 do not know the wish and are none the worse.
void ask_for_short_turns() {
    constexpr std::uint64_t kLeastTurnNs = 100'000;  // The kernel takes no less.
    const SchedulingWish wish{.nice = ::getpriority(PRIO_PROCESS, 0), .runtime_ns = kLeastTurnNs};
    (void)::syscall(SYS_sched_setattr, 0, &wish, 0u);
}

}  // namespace

void Loop::start() {
    thread_ = std::thread{[this] {
        pthread_setname_np(pthread_self(), name_.substr(0, 15).c_str());  // The kernel's limit.
        ask_for_short_turns();
        const auto work = boost::asio::make_work_guard(context_);
        context_.run();
    }};
}

void Loop::join() {
    if (thread_.joinable()) thread_.join();
}

}  // namespace onsale::runtime
