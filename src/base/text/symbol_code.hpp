#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onsale {

// The text of a number that people read out: a prefix and symbols of five bits each, without the
// letters I, L, O and U.
struct SymbolCode {
    std::string_view prefix;   // In capital letters: "O-".
    std::size_t symbols = 13;  // Enough for 64 bits; fewer show only the lowest bits.

    std::string write(std::uint64_t value) const;
    // Accepts both cases. Nothing for a text of another form or a number above 64 bits.
    std::optional<std::uint64_t> read(std::string_view text) const;
};

}  // namespace onsale
