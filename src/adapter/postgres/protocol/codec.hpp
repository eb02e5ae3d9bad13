#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/assert.hpp"
#include "base/guest_id.hpp"
#include "base/time.hpp"

namespace onsale::postgres {

// PostgreSQL's number of a type.
using TypeId = std::uint32_t;

// A bytea. A std::string is a text, which must be UTF-8 without zero bytes.
struct Bytea {
    std::string bytes;
    friend bool operator==(const Bytea&, const Bytea&) = default;
};

// The binary form of a C++ type: its type in PostgreSQL and that of an array of it. `reads` also
// accepts types with the same bytes. Reading aborts if the bytes do not fit the type.
template <class T>
struct Codec;

// Big-endian numbers of PostgreSQL's protocol.
void put_number(std::string& out, std::int64_t value, std::size_t size);
std::int64_t get_number(std::string_view bytes);

template <class T, TypeId type, TypeId array_type>
struct NumberCodec {
    static constexpr TypeId kType = type;
    static constexpr TypeId kArrayType = array_type;
    static void write(std::string& out, T value) {
        put_number(out, static_cast<std::int64_t>(value), sizeof value);
    }
    static T read(std::string_view bytes) { return static_cast<T>(get_number(bytes)); }
};

inline constexpr TypeId kInt2 = 21;
inline constexpr TypeId kInt4 = 23;
inline constexpr TypeId kInt8 = 20;

template <>
struct Codec<bool> : NumberCodec<bool, 16, 1000> {
    static bool reads(TypeId type) { return type == kType; }
};
template <>
struct Codec<std::int16_t> : NumberCodec<std::int16_t, kInt2, 1005> {
    static bool reads(TypeId type) { return type == kInt2; }
};
template <>
struct Codec<std::int32_t> : NumberCodec<std::int32_t, kInt4, 1007> {
    static bool reads(TypeId type) { return type == kInt4 || type == kInt2; }
};
template <>
struct Codec<std::int64_t> : NumberCodec<std::int64_t, kInt8, 1016> {
    static bool reads(TypeId type) { return type == kInt8 || type == kInt4 || type == kInt2; }
};

// text, and what has the bytes of a text: varchar, char(n), name, json, "unknown".
bool is_text(TypeId type);

// A view that was read is valid as long as its Rows.
template <>
struct Codec<std::string_view> {
    static constexpr TypeId kType = 25;
    static constexpr TypeId kArrayType = 1009;
    static bool reads(TypeId type) { return is_text(type); }
    static void write(std::string& out, std::string_view value) { out += value; }
    static std::string_view read(std::string_view bytes) { return bytes; }
};
template <>
struct Codec<std::string> : Codec<std::string_view> {
    static std::string read(std::string_view bytes) { return std::string{bytes}; }
};
template <>
struct Codec<Bytea> {
    static constexpr TypeId kType = 17;
    static constexpr TypeId kArrayType = 1001;
    static bool reads(TypeId type) { return type == kType; }
    static void write(std::string& out, const Bytea& value) { out += value.bytes; }
    static Bytea read(std::string_view bytes) { return {std::string{bytes}}; }
};

// uuid, which has as many bytes.
template <>
struct Codec<GuestId> {
    static constexpr TypeId kType = 2950;
    static constexpr TypeId kArrayType = 2951;
    static bool reads(TypeId type) { return type == kType; }
    static void write(std::string& out, const GuestId& value) {
        out.append(value.bytes.begin(), value.bytes.end());
    }
    static GuestId read(std::string_view bytes);
};

// timestamptz, in whole milliseconds.
template <>
struct Codec<Instant> {
    static constexpr TypeId kType = 1184;
    static constexpr TypeId kArrayType = 1185;
    static bool reads(TypeId type) { return type == kType; }
    static void write(std::string& out, Instant value);
    static Instant read(std::string_view bytes);
};

template <class T>
concept Codable = requires { Codec<T>::kType; };

}  // namespace onsale::postgres
