#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

namespace onsale {

// On disk a variant begins with a tag: the index of its alternative plus one. An alternative keeps
// its tag for ever, so new ones are appended.
template <class Variant>
constexpr std::uint8_t tag_of(const Variant& variant) {
    return static_cast<std::uint8_t>(variant.index() + 1);
}

template <class Variant, class Fill, std::size_t kIndex>
Variant make_alternative(const Fill& fill) {
    std::variant_alternative_t<kIndex, Variant> body;
    fill(body);
    return Variant{std::in_place_index<kIndex>, std::move(body)};
}

template <class Variant, class Fill, std::size_t... kIndexes>
constexpr auto makers_of(std::index_sequence<kIndexes...>) {
    return std::array<Variant (*)(const Fill&), sizeof...(kIndexes)>{
        &make_alternative<Variant, Fill, kIndexes>...};
}

// The alternative with this tag, after `fill(alternative)` has read its fields. Nothing for an
// unknown tag.
template <class Variant, class Fill>
std::optional<Variant> make_tagged(std::uint8_t tag, const Fill& fill) {
    static constexpr auto kMakers =
        makers_of<Variant, Fill>(std::make_index_sequence<std::variant_size_v<Variant>>{});
    if (tag == 0 || tag > kMakers.size()) return std::nullopt;
    return kMakers[tag - 1u](fill);
}

}  // namespace onsale
