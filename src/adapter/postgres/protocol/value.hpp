#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>

#include "adapter/postgres/protocol/array_codec.hpp"
#include "adapter/postgres/protocol/codec.hpp"

namespace onsale::postgres {

// A parameter of a statement: a bool, an integer, a text, a Bytea, an Instant, or a vector of them
// for unnest. An empty optional is NULL; a vector may have optionals as elements.
class Value {
  public:
    template <class T>
        requires Codable<T>
    Value(const T& value) : type_(Codec<T>::kType), bytes_(std::in_place) {
        Codec<T>::write(*bytes_, value);
    }
    template <class T>
        requires Codable<T>
    Value(const std::optional<T>& value) : type_(Codec<T>::kType) {
        if (value) Codec<T>::write(bytes_.emplace(), *value);
    }
    Value(const char* text) : Value(std::string_view{text}) {}

    TypeId type() const { return type_; }
    const std::optional<std::string>& bytes() const { return bytes_; }  // None: NULL.

  private:
    TypeId type_;
    std::optional<std::string> bytes_;
};

}  // namespace onsale::postgres
