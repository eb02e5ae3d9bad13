#include "base/sha256.hpp"

#include <gtest/gtest.h>

#include "base/base64url.hpp"

namespace onsale {
namespace {

TEST(Sha256, GivesTheDigestOfTheStandard) {
    EXPECT_EQ(hex_encode(as_bytes(sha256("abc"))),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace onsale
