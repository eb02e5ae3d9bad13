#include "adapter/postgres/migration/binary_version.hpp"

#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace onsale::postgres {

std::optional<BinaryVersion> BinaryVersion::parse(std::string_view text) {
    BinaryVersion version;
    const char* at = text.data();
    const char* const end = at + text.size();
    for (int& number : version.numbers) {
        const bool first = &number == version.numbers.data();
        if (!first && (at == end || *at++ != '.')) return std::nullopt;
        const auto [after, error] = std::from_chars(at, end, number);
        if (error != std::errc{} || number < 0) return std::nullopt;
        at = after;
    }
    if (at != end) return std::nullopt;
    return version;
}

std::string BinaryVersion::text() const {
    return fmt::format("{}", fmt::join(numbers, "."));
}

}  // namespace onsale::postgres
