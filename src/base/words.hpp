#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace onsale {

// The wire word of each enumerator, indexed by its value: the array that words_of() returns, a
// function in the namespace of the enum.
template <class Enum>
inline constexpr auto kWords = words_of(Enum{});

template <class Enum>
concept Worded = requires { words_of(Enum{}); };

template <Worded Enum>
constexpr std::string_view to_word(Enum value) {
    return kWords<Enum>[static_cast<std::size_t>(value)];
}

template <Worded Enum>
constexpr std::optional<Enum> from_word(std::string_view word) {
    const auto found = std::ranges::find(kWords<Enum>, word);
    if (found == kWords<Enum>.end()) return std::nullopt;
    return static_cast<Enum>(found - kWords<Enum>.begin());
}

}  // namespace onsale
