#pragma once

#include <expected>
#include <utility>

namespace onsale {

// What an operation answers: a value, or the reason why not. Dropping it is a compile error.
template <class Value, class Error>
class [[nodiscard]] Result : public std::expected<Value, Error> {
  public:
    using std::expected<Value, Error>::expected;
    Result(std::expected<Value, Error> other) : std::expected<Value, Error>(std::move(other)) {}
};

// The error half, spelled like std so that both read the same.
template <class Error>
std::unexpected<Error> fail(Error error) {
    return std::unexpected<Error>{std::move(error)};
}

}  // namespace onsale
