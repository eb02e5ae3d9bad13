#pragma once

#include <type_traits>

namespace onsale {

// The enum of an outcome's error: the error itself, or the `error` of a refusal with details.
template <class Refusal>
struct ErrorIn {
    using type = decltype(Refusal::error);
};
template <class Enum>
    requires std::is_enum_v<Enum>
struct ErrorIn<Enum> {
    using type = Enum;
};

}  // namespace onsale
