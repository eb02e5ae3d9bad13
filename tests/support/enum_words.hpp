#pragma once

#include <set>
#include <string_view>

#include <gtest/gtest.h>

#include "base/words.hpp"

namespace onsale::test {

// The compiler prints a value without an enumerator as a cast.
template <auto kValue>
constexpr bool is_enumerator() {
    return std::string_view{__PRETTY_FUNCTION__}.find("kValue = (") == std::string_view::npos;
}

// Expects a word for each enumerator, none for other values, and no word twice. Only a state that
// is not reported may have the empty word.
template <Worded Enum>
void expect_own_words() {
    constexpr std::size_t kCount = kWords<Enum>.size();
    static_assert(is_enumerator<static_cast<Enum>(kCount - 1)>(), "too many words");
    static_assert(!is_enumerator<static_cast<Enum>(kCount)>(), "an enumerator has no word");
    std::set<std::string_view> words;
    for (std::size_t i = 0; i < kCount; ++i) {
        const auto value = static_cast<Enum>(i);
        EXPECT_TRUE(words.insert(to_word(value)).second) << to_word(value);
        EXPECT_EQ(from_word<Enum>(to_word(value)), value);
    }
    EXPECT_EQ(from_word<Enum>("kNoEnumerator"), std::nullopt);
}

}  // namespace onsale::test
