#include "runtime/scheduling.hpp"

#include <cstdint>

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/foreground_work.hpp"
#include "runtime/pending_input.hpp"

namespace onsale::runtime {
namespace {

// The kernel's struct sched_attr. Its header linux/sched/types.h conflicts with the C library's
// sched.h.
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

}  // namespace

void ask_for_turns(std::chrono::microseconds length, int nicer) {
    const SchedulingWish wish{
        .nice = ::getpriority(PRIO_PROCESS, 0) + nicer,
        .runtime_ns = static_cast<std::uint64_t>(std::chrono::nanoseconds{length}.count())};
    (void)::syscall(SYS_sched_setattr, 0, &wish, 0u);
}

void run_when_idle() {
    // Even a SCHED_IDLE thread finishes a slice that it has started, so request the shortest slice
    // that the kernel gives.
    ask_for_turns(std::chrono::microseconds{100}, 0);
    const sched_param none{};
    (void)::pthread_setschedparam(::pthread_self(), SCHED_IDLE, &none);
}

void give_way_to_guests() {
    if (ForegroundWork::any() || PendingInput::any_pending()) ::sched_yield();
}

}  // namespace onsale::runtime
