#include "base/words.hpp"

#include <cstdint>

#include <gtest/gtest.h>

#include "tests/support/enum_words.hpp"

namespace onsale {
namespace colours {

enum class Colour : std::uint8_t { kRed, kDeepBlue };

constexpr auto words_of(Colour) {
    return std::to_array<std::string_view>({"red", "deep_blue"});
}

}  // namespace colours

namespace {

using colours::Colour;

TEST(Words, AreFoundInTheNamespaceOfTheEnum) {
    test::expect_own_words<Colour>();
    EXPECT_EQ(to_word(Colour::kDeepBlue), "deep_blue");
    EXPECT_EQ(from_word<Colour>("red"), Colour::kRed);
}

TEST(Words, ReadOnlyWhatTheyWrite) {
    EXPECT_EQ(from_word<Colour>("Red"), std::nullopt);
    EXPECT_EQ(from_word<Colour>("deep"), std::nullopt);
    EXPECT_EQ(from_word<Colour>(""), std::nullopt);
}

enum class Wordless : std::uint8_t { kOne };
static_assert(Worded<Colour> && !Worded<Wordless>);

}  // namespace
}  // namespace onsale
