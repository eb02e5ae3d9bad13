#include "runtime/scheduling.hpp"

#include <thread>

#include <gtest/gtest.h>
#include <sched.h>

namespace onsale::runtime {
namespace {

TEST(Scheduling, AnIdleThreadHasTheKernelsLowestPriority) {
    int policy = -1;
    std::thread{[&policy] {
        run_when_idle();
        policy = ::sched_getscheduler(0);
    }}.join();
    EXPECT_EQ(policy, SCHED_IDLE);
}

}  // namespace
}  // namespace onsale::runtime
