#include "token/key/random.hpp"

#include <set>

#include <gtest/gtest.h>

namespace onsale::token {
namespace {

TEST(RandomPool, GivesNothingTwice) {
    constexpr std::size_t kTaken = 1'000;  // The pool is refilled many times.
    RandomPool pool;
    std::set<Sha256Digest> seen;
    for (std::size_t i = 0; i < kTaken; ++i)
        seen.insert(pool.take());
    EXPECT_EQ(seen.size(), kTaken);
    EXPECT_FALSE(seen.contains(Sha256Digest{}));
}

}  // namespace
}  // namespace onsale::token
