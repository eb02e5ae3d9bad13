#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "sale/domain/settings.hpp"

namespace onsale::sale {

// The wire word of each enumerator, indexed by its value.
template <class Enum>
inline constexpr std::array<std::string_view, 0> kWords = {};

template <>
inline constexpr std::array<std::string_view, 3> kWords<ReturnPolicy> = {"at-once", "at-random",
                                                                         "by-operator"};
template <>
inline constexpr std::array<std::string_view, 3> kWords<LeftShown> = {"exact", "rough", "none"};
template <>
inline constexpr std::array<std::string_view, 2> kWords<AdmissionMode> = {"by-hand", "brake"};

template <class Enum>
constexpr std::string_view to_word(Enum value) {
    return kWords<Enum>[static_cast<std::size_t>(value)];
}

template <class Enum>
constexpr std::optional<Enum> from_word(std::string_view word) {
    const auto found = std::ranges::find(kWords<Enum>, word);
    if (found == kWords<Enum>.end()) return std::nullopt;
    return static_cast<Enum>(found - kWords<Enum>.begin());
}

}  // namespace onsale::sale
