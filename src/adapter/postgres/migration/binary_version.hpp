#pragma once

#include <array>
#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace onsale::postgres {

// The version of a program: "1.2.3".
struct BinaryVersion {
    std::array<int, 3> numbers{};

    static std::optional<BinaryVersion> parse(std::string_view text);
    std::string text() const;

    friend auto operator<=>(const BinaryVersion&, const BinaryVersion&) = default;
};

}  // namespace onsale::postgres
