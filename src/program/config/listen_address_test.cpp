#include "program/config/listen_address.hpp"

#include <gtest/gtest.h>

namespace onsale::program {
namespace {

TEST(ListenAddress, ReadsAddressesOfBothFamilies) {
    EXPECT_EQ(parse_listen_address("127.0.0.1:8080")->host, "127.0.0.1");
    EXPECT_EQ(parse_listen_address("127.0.0.1:8080")->port, 8080);
    EXPECT_EQ(parse_listen_address("[::1]:0")->host, "::1");
}

TEST(ListenAddress, RefusesWhatIsNotOne) {
    for (const char* text : {"", "8080", ":8080", "h:", "h:x", "h:65536", "h:-1", "h:80 ", "::1:80",
                             "[]:80", "[::1:80"})
        EXPECT_FALSE(parse_listen_address(text)) << text;
}

TEST(ListenAddress, KnowsWhatOtherNetworksCanReach) {
    for (const char* text : {"127.0.0.1:1", "[::1]:1", "10.1.2.3:1", "172.31.0.1:1",
                             "192.168.0.9:1", "[fd00::1]:1", "169.254.1.1:1", "100.64.0.1:1"})
        EXPECT_FALSE(is_public(text)) << text;
    for (const char* text : {"0.0.0.0:1", "[::]:1", "203.0.113.5:1", "172.32.0.1:1",
                             "[2001:db8::1]:1", "ops.example:1"})
        EXPECT_TRUE(is_public(text)) << text;
}

}  // namespace
}  // namespace onsale::program
