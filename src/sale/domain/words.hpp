#pragma once

#include <array>
#include <string_view>

#include "base/words.hpp"
#include "sale/domain/settings.hpp"

namespace onsale::sale {

// The wire words of the enumerators, in their order.
constexpr auto words_of(ReturnPolicy) {
    return std::to_array<std::string_view>({"at-once", "at-random", "by-operator"});
}
constexpr auto words_of(LeftShown) {
    return std::to_array<std::string_view>({"exact", "rough", "none"});
}
constexpr auto words_of(AdmissionMode) {
    return std::to_array<std::string_view>({"by-hand", "brake"});
}

}  // namespace onsale::sale
