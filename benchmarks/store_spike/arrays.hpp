#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

// Arrays in PostgreSQL's binary form, one for each column of a batch.
using Array = std::string;
using Arrays = std::vector<Array>;
using Guest = std::array<std::uint8_t, 16>;

// Big-endian, as the protocol wants it.
template <class Number>
void put(std::string& out, Number value) {
    const Number swapped = std::byteswap(value);
    out.append(reinterpret_cast<const char*>(&swapped), sizeof swapped);
}

// REQUIRES: `field` appends the size of one item and its bytes.
template <class Rows, class Field>
Array array_of(std::uint32_t type, const Rows& rows, const Field& field) {
    Array out;
    put<std::uint32_t>(out, 1);  // Dimensions.
    put<std::uint32_t>(out, 0);  // No nulls.
    put<std::uint32_t>(out, type);
    put<std::uint32_t>(out, static_cast<std::uint32_t>(rows.size()));
    put<std::uint32_t>(out, 1);  // The first index.
    for (const auto& row : rows) {
        if constexpr (std::is_pointer_v<typename Rows::value_type>)
            field(out, *row);
        else
            field(out, row);
    }
    return out;
}

// The object ids of PostgreSQL's types never change.
template <class Rows, class Of>
Array int8s(const Rows& rows, const Of& of) {
    return array_of(20, rows, [&](std::string& out, const auto& row) {
        put<std::uint32_t>(out, 8);
        put<std::int64_t>(out, of(row));
    });
}
template <class Rows, class Of>
Array int4s(const Rows& rows, const Of& of) {
    return array_of(23, rows, [&](std::string& out, const auto& row) {
        put<std::uint32_t>(out, 4);
        put<std::int32_t>(out, static_cast<std::int32_t>(of(row)));
    });
}
template <class Rows, class Of>
Array bytes_of(std::uint32_t type, const Rows& rows, const Of& of) {
    return array_of(type, rows, [&](std::string& out, const auto& row) {
        const auto item = of(row);
        put<std::uint32_t>(out, static_cast<std::uint32_t>(item.size()));
        out.append(item.begin(), item.end());
    });
}
template <class Rows, class Of>
Array byteas(const Rows& rows, const Of& of) {
    return bytes_of(17, rows, of);
}
template <class Rows, class Of>
Array texts(const Rows& rows, const Of& of) {
    return bytes_of(25, rows, of);
}
template <class Rows, class Of>
Array uuids(const Rows& rows, const Of& of) {
    return bytes_of(2950, rows, of);
}
