#pragma once

#include <compare>
#include <cstddef>
#include <functional>

namespace onsale {

// A strongly typed number: ids with different tags cannot be mixed.
template <class Tag, class Rep>
struct Id {
    Rep value{};

    friend constexpr auto operator<=>(const Id&, const Id&) = default;
};

}  // namespace onsale

template <class Tag, class Rep>
struct std::hash<onsale::Id<Tag, Rep>> {
    std::size_t operator()(const onsale::Id<Tag, Rep>& id) const noexcept {
        return std::hash<Rep>{}(id.value);
    }
};
