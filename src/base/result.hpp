#pragma once

#include <expected>
#include <type_traits>
#include <utility>

#include "base/assert.hpp"

namespace onsale {

// What an operation answers: a value, or the reason why not. Dropping it is a compile error.
// Reading the half that is not there would read an empty union; here it ends the process.
template <class Value, class Error>
class [[nodiscard]] Result : public std::expected<Value, Error> {
    using Base = std::expected<Value, Error>;

  public:
    using Base::Base;
    Result(Base other) : Base(std::move(other)) {}

    template <class Self>
    [[nodiscard]] constexpr decltype(auto) error(this Self&& self) {
        ONSALE_ASSERT(!self.has_value());
        return std::forward<Self>(self).Base::error();
    }

    template <class Self>
    [[nodiscard]] constexpr decltype(auto) operator*(this Self&& self) {
        ONSALE_ASSERT(self.has_value());
        return std::forward<Self>(self).Base::operator*();
    }

    template <class Self>
        requires(!std::is_void_v<Value>)
    [[nodiscard]] constexpr auto operator->(this Self&& self) {
        ONSALE_ASSERT(self.has_value());
        return self.Base::operator->();
    }
};

// The error half, spelled like std so that both read the same.
template <class Error>
std::unexpected<Error> fail(Error error) {
    return std::unexpected<Error>{std::move(error)};
}

}  // namespace onsale
