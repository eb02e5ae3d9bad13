#include "base/tagged_variant.hpp"

#include <string>

#include <gtest/gtest.h>

namespace onsale {
namespace {

struct Opened {
    int number = 0;
};
struct Closed {
    int number = 0;
};
using Change = std::variant<Opened, Closed>;

std::optional<Change> numbered(std::uint8_t tag) {
    return make_tagged<Change>(tag, [](auto& change) { change.number = 7; });
}

TEST(TaggedVariant, MakesTheAlternativeOfItsTag) {
    const auto first = numbered(tag_of(Change{Opened{}}));
    ASSERT_TRUE(first && std::holds_alternative<Opened>(*first));
    EXPECT_EQ(std::get<Opened>(*first).number, 7);
    const auto second = numbered(tag_of(Change{Closed{}}));
    ASSERT_TRUE(second && std::holds_alternative<Closed>(*second));
    EXPECT_EQ(std::get<Closed>(*second).number, 7);
}

// The tags are on disk.
TEST(TaggedVariant, CountsTagsFromOne) {
    EXPECT_EQ(tag_of(Change{Opened{}}), 1);
    EXPECT_EQ(tag_of(Change{Closed{}}), 2);
}

TEST(TaggedVariant, HasNothingForAnUnknownTag) {
    EXPECT_FALSE(numbered(0));
    EXPECT_FALSE(numbered(3));
}

}  // namespace
}  // namespace onsale
