#include "runtime/pending_input.hpp"

#include <optional>

#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace onsale::runtime {
namespace {

TEST(PendingInput, SomebodyWaitsWhileOneOfTheEntrancesIsReadable) {
    const int quiet = ::eventfd(0, EFD_CLOEXEC);
    const int busy = ::eventfd(0, EFD_CLOEXEC);
    const PendingInput first{quiet};
    std::optional<PendingInput> second{std::in_place, busy};
    EXPECT_FALSE(PendingInput::any_pending());
    ASSERT_EQ(::eventfd_write(busy, 1), 0);
    EXPECT_TRUE(PendingInput::any_pending());
    second.reset();
    EXPECT_FALSE(PendingInput::any_pending());
    ASSERT_EQ(::eventfd_write(quiet, 1), 0);
    EXPECT_TRUE(PendingInput::any_pending());
    ::close(quiet);
    ::close(busy);
}

}  // namespace
}  // namespace onsale::runtime
