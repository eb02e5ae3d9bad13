#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>

namespace onsale::redis {

// A word that Redis or a script answers with, and its meaning here. Several words may mean the
// same, so this is no table of an enum's words (base/words.hpp).
template <class Meaning>
struct Word {
    std::string_view word;
    Meaning meaning{};
};

template <class Meaning, std::size_t kCount>
constexpr std::optional<Meaning> meaning_of(const Word<Meaning> (&words)[kCount],
                                            std::string_view word) {
    const auto found = std::ranges::find(words, word, &Word<Meaning>::word);
    return found == std::end(words) ? std::nullopt : std::optional{found->meaning};
}

}  // namespace onsale::redis
