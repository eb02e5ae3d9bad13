#include "base/sha256.hpp"

#include <gtest/gtest.h>

#include "base/base64url.hpp"

namespace onsale {
namespace {

TEST(Sha256, GivesTheDigestOfTheStandard) {
    EXPECT_EQ(hex_encode(as_bytes(sha256("abc"))),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha256, OfManyBytesIsTheSameAndYieldsAfterEveryPiece) {
    for (const std::size_t size : {0u, 65'536u, 200'000u}) {
        const std::string bytes(size, 'x');
        std::size_t yields = 0;
        EXPECT_EQ(sha256(bytes, [&] { ++yields; }), sha256(bytes));
        EXPECT_EQ(yields, (size + 65'535) / 65'536);
    }
}

}  // namespace
}  // namespace onsale
