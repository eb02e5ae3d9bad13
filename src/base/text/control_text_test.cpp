#include "base/text/control_text.hpp"

#include <gtest/gtest.h>

namespace onsale {
namespace {

TEST(ControlText, KnowsEveryControlCharacter) {
    using namespace std::string_view_literals;
    for (const std::string_view text : {"a\nb"sv, "a\r"sv, "\tb"sv, "a\0b"sv, "\x1b[31m"sv,
                                        "a\x7f"sv, "\xC2\x80"sv, "a\xC2\x85z"sv, "\xC2\x9F"sv})
        EXPECT_TRUE(has_control_characters(text));
}

TEST(ControlText, ALineFeedIsTextWhereSeveralLinesAreAllowed) {
    EXPECT_FALSE(has_control_characters("a\nb\n", LineFeed::kIsText));
    for (const char* text : {"a\r\nb", "a\n\tb", "\n\x7f", "\n\xC2\x85"})
        EXPECT_TRUE(has_control_characters(text, LineFeed::kIsText)) << text;
}

TEST(ControlText, LeavesTextOfAnyLanguageAlone) {
    for (const char* text : {"", "Spring Tour", "봄 콘서트", "Café", "\xC2\xA0", "\xC3\x82", "🎫"})
        EXPECT_FALSE(has_control_characters(text)) << text;
}

}  // namespace
}  // namespace onsale
