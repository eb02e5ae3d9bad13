#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "adapter/postgres/protocol/codec.hpp"

namespace onsale::postgres {

// Writes a one-dimensional array in PostgreSQL's binary form.
class ArrayWriter {
  public:
    ArrayWriter(std::string& out, TypeId element_type, std::size_t size);

    template <class Write>
    void add(Write write) {
        const std::size_t at = out_.size();
        put_number(out_, 0, kNumber);
        write(out_);
        set_size(at);
    }
    void add_null();

  private:
    static constexpr std::size_t kNumber = 4;
    void set_size(std::size_t at);

    std::string& out_;
    std::size_t start_;
};

// Reads such an array. Aborts if it has more than one dimension.
class ArrayReader {
  public:
    explicit ArrayReader(std::string_view bytes);

    std::size_t size() const { return size_; }
    TypeId element_type() const { return element_type_; }
    std::optional<std::string_view> next();

  private:
    std::string_view take(std::size_t size);
    std::int64_t take_number() { return get_number(take(4)); }

    std::string_view rest_;
    std::size_t size_ = 0;
    TypeId element_type_ = 0;
};

// An array without NULLs; of optionals, one with NULLs.
template <Codable T>
struct Codec<std::vector<T>> {
    static constexpr TypeId kType = Codec<T>::kArrayType;
    static bool reads(TypeId type) { return type == kType; }
    static void write(std::string& out, const std::vector<T>& values) {
        ArrayWriter array{out, Codec<T>::kType, values.size()};
        for (const T& value : values)
            array.add([&](std::string& bytes) { Codec<T>::write(bytes, value); });
    }
    static std::vector<T> read(std::string_view bytes) {
        ArrayReader array{bytes};
        std::vector<T> values;
        values.reserve(array.size());
        for (std::size_t i = 0; i < array.size(); ++i) {
            const auto element = array.next();
            ONSALE_ASSERT(element.has_value());
            values.push_back(Codec<T>::read(*element));
        }
        return values;
    }
};

template <Codable T>
struct Codec<std::vector<std::optional<T>>> {
    static constexpr TypeId kType = Codec<T>::kArrayType;
    static bool reads(TypeId type) { return type == kType; }
    static void write(std::string& out, const std::vector<std::optional<T>>& values) {
        ArrayWriter array{out, Codec<T>::kType, values.size()};
        for (const std::optional<T>& value : values) {
            if (value)
                array.add([&](std::string& bytes) { Codec<T>::write(bytes, *value); });
            else
                array.add_null();
        }
    }
    static std::vector<std::optional<T>> read(std::string_view bytes) {
        ArrayReader array{bytes};
        std::vector<std::optional<T>> values(array.size());
        for (std::optional<T>& value : values)
            if (const auto element = array.next()) value = Codec<T>::read(*element);
        return values;
    }
};

}  // namespace onsale::postgres
