#include "adapter/http/transport/socket/open_connections.hpp"

#include <gtest/gtest.h>

namespace onsale::http {
namespace {

constexpr OpenConnections::Caps kCaps{.in_all = 3, .per_address = 2};

TEST(OpenConnections, AnAddressIsRefusedBeyondItsCapAndOthersAreServed) {
    OpenConnections open;
    open.enter(kCaps, 7);
    open.enter(kCaps, 7);
    EXPECT_EQ(open.enter(kCaps, 7), Refusal::kTooManyConnections);
    EXPECT_EQ(open.enter(kCaps, 8), std::nullopt);
}

TEST(OpenConnections, AllAreRefusedBeyondTheCapOfAll) {
    OpenConnections open;
    for (std::uint64_t address = 1; address <= 3; ++address) {
        open.enter(kCaps, address);
    }
    EXPECT_EQ(open.enter(kCaps, 9), Refusal::kServerFull);
}

TEST(OpenConnections, AnExemptAddressCountsOnlyInTheTotal) {
    OpenConnections open;
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(open.enter(kCaps, std::nullopt), std::nullopt);
    }
    EXPECT_EQ(open.enter(kCaps, std::nullopt), Refusal::kServerFull);
}

TEST(OpenConnections, ARefusedNewcomerIsNotCounted) {
    OpenConnections open;
    open.enter(kCaps, 7);
    open.enter(kCaps, 7);
    for (int i = 0; i < 10; ++i) {
        open.enter(kCaps, 7);
    }
    EXPECT_EQ(open.enter(kCaps, 8), std::nullopt);
}

TEST(OpenConnections, OneThatLeavesMakesRoomForOne) {
    OpenConnections open;
    open.enter(kCaps, 7);
    open.enter(kCaps, 7);
    open.leave(7);
    EXPECT_EQ(open.enter(kCaps, 7), std::nullopt);
    EXPECT_EQ(open.enter(kCaps, 7), Refusal::kTooManyConnections);
}

}  // namespace
}  // namespace onsale::http
