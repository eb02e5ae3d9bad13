#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace onsale::redis {

// One answer of a server, as defined by RESP2.
struct Reply {
    enum class Kind : std::uint8_t { kNil, kInteger, kStatus, kBulk, kError, kArray };

    static Reply nil() { return {}; }
    static Reply integer_of(std::int64_t value) { return {Kind::kInteger, value, {}, {}}; }
    static Reply status(std::string_view text) { return {Kind::kStatus, 0, std::string{text}, {}}; }
    static Reply bulk(std::string_view text) { return {Kind::kBulk, 0, std::string{text}, {}}; }
    static Reply error(std::string_view text) { return {Kind::kError, 0, std::string{text}, {}}; }
    static Reply array(std::vector<Reply> items) { return {Kind::kArray, 0, {}, std::move(items)}; }

    bool is_nil() const { return kind == Kind::kNil; }
    bool is_error() const { return kind == Kind::kError; }
    // The first word of an error, such as WRONGTYPE; empty for any other answer.
    std::string_view error_code() const {
        return is_error() ? std::string_view{text}.substr(0, text.find(' ')) : std::string_view{};
    }
    friend bool operator==(const Reply&, const Reply&) = default;

    Kind kind = Kind::kNil;
    std::int64_t integer = 0;  // For an integer.
    std::string text;          // For a status, a bulk string (arbitrary bytes) or an error.
    std::vector<Reply> items;  // For an array.
};

}  // namespace onsale::redis
