#include "main/listen_address.hpp"

#include <gtest/gtest.h>

namespace onsale {
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

}  // namespace
}  // namespace onsale
