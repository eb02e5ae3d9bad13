#include "token/key/mac.hpp"

#include <string>

#include <gtest/gtest.h>

#include "base/base64url.hpp"
#include "token/key/secret.hpp"

namespace onsale::token {
namespace {

std::string mac_hex(const std::string& key, std::string_view message) {
    return hex_encode(as_bytes(Mac{key}(message)));
}

// RFC 4231 sections 4.2 to 4.8; case 5 (a truncated output) is a prefix of its full value.
TEST(Mac, GivesTheVectorsOfRfc4231) {
    EXPECT_EQ(mac_hex(std::string(20, '\x0b'), "Hi There"),
              "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    EXPECT_EQ(mac_hex("Jefe", "what do ya want for nothing?"),
              "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    EXPECT_EQ(mac_hex(std::string(20, '\xaa'), std::string(50, '\xdd')),
              "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
    EXPECT_EQ(mac_hex(hex_decode("0102030405060708090a0b0c0d0e0f10111213141516171819").value(),
                      std::string(50, '\xcd')),
              "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b");
    EXPECT_EQ(mac_hex(std::string(20, '\x0c'), "Test With Truncation").substr(0, 32),
              "a3b6167473100ee06e0c796c2955552b");
    EXPECT_EQ(
        mac_hex(std::string(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First"),
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    EXPECT_EQ(mac_hex(std::string(131, '\xaa'),
                      "This is a test using a larger than block-size key and a larger than "
                      "block-size data. The key needs to be hashed before being used by the HMAC "
                      "algorithm."),
              "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2");
}

TEST(Mac, IsTheSameAtEveryCall) {
    const Mac mac{"key"};
    const Sha256Digest first = mac("message");
    EXPECT_NE(mac("another"), first);
    EXPECT_EQ(mac("message"), first);
}

TEST(ConstantTime, ComparesContentAndSize) {
    EXPECT_TRUE(equal_in_constant_time("", ""));
    EXPECT_TRUE(equal_in_constant_time("same", "same"));
    EXPECT_FALSE(equal_in_constant_time("same", "samE"));
    EXPECT_FALSE(equal_in_constant_time("same", "same "));
}

// RFC 5869 test case 3 (no salt, no info), first 32 bytes. Its input has 22 bytes and derive()
// takes 32, so the two steps are checked without derive().
TEST(Derive, FollowsRfc5869) {
    const Sha256Digest extracted = Mac{std::string(32, '\0')}(std::string(22, '\x0b'));
    EXPECT_EQ(hex_encode(as_bytes(extracted)),
              "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04");
    EXPECT_EQ(mac_hex(std::string{as_bytes(extracted)}, "\x01"),
              "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d");
    Secret stored;
    stored.fill(0x0b);
    const Sha256Digest key = Mac{std::string(32, '\0')}(std::string(32, '\x0b'));
    EXPECT_EQ(derive(stored, "info"), Mac{as_bytes(key)}("info\x01"));
}

}  // namespace
}  // namespace onsale::token
