#pragma once

#include <expected>
#include <type_traits>
#include <utility>

#include "base/assert.hpp"

namespace onsale {

// The outcome of an operation: a value or an error. Discarding it is a compile error. Accessing the
// alternative that is not present aborts the process, where std::expected would be undefined
// behavior.
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

// Makes the error alternative; short for std::unexpected.
template <class Error>
std::unexpected<Error> fail(Error error) {
    return std::unexpected<Error>{std::move(error)};
}

}  // namespace onsale
