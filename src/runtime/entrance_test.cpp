#include "runtime/entrance.hpp"

#include <optional>

#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace onsale::runtime {
namespace {

TEST(Entrance, SomebodyWaitsWhileOneOfTheEntrancesIsReadable) {
    const int quiet = ::eventfd(0, EFD_CLOEXEC);
    const int busy = ::eventfd(0, EFD_CLOEXEC);
    const Entrance first{quiet};
    std::optional<Entrance> second{std::in_place, busy};
    EXPECT_FALSE(Entrance::somebody_waits());
    ASSERT_EQ(::eventfd_write(busy, 1), 0);
    EXPECT_TRUE(Entrance::somebody_waits());
    second.reset();
    EXPECT_FALSE(Entrance::somebody_waits());
    ASSERT_EQ(::eventfd_write(quiet, 1), 0);
    EXPECT_TRUE(Entrance::somebody_waits());
    ::close(quiet);
    ::close(busy);
}

}  // namespace
}  // namespace onsale::runtime
