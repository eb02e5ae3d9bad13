#include "runtime/scheduling.hpp"

#include <cstdint>

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

}  // namespace

void ask_for_turns(std::chrono::microseconds length, int nicer) {
    const SchedulingWish wish{
        .nice = ::getpriority(PRIO_PROCESS, 0) + nicer,
        .runtime_ns = static_cast<std::uint64_t>(std::chrono::nanoseconds{length}.count())};
    (void)::syscall(SYS_sched_setattr, 0, &wish, 0u);
}

}  // namespace onsale::runtime
