#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/time.hpp"
#include "base/words.hpp"
#include "program/config/config_keys.hpp"
#include "waiting_room/domain/event.hpp"

namespace onsale::program {

// The forms of a value. Each has its TOML shape, its unit and an example, and converts text to a
// value and back.

struct TextForm {
    using Value = std::string;
    std::string unit = "text";
    std::string example = "\"example\"";

    static constexpr Shape kShape = Shape::kText;
    std::optional<Value> parse(const Items& items) const { return items.front(); }
    Items print(const Value& value) const { return {value}; }
};

// An address literal and a port, which the listener needs separately.
struct ListenForm {
    using Value = std::string;
    std::string unit = "host:port";
    std::string example = "\"127.0.0.1:8080\"";

    static constexpr Shape kShape = Shape::kText;
    std::optional<Value> parse(const Items& items) const;
    Items print(const Value& value) const { return {value}; }
};

struct SwitchForm {
    using Value = bool;
    std::string unit = "true or false";
    std::string example = "true";

    static constexpr Shape kShape = Shape::kSwitch;
    std::optional<Value> parse(const Items& items) const;
    Items print(Value value) const { return {value ? "true" : "false"}; }
};

struct NumberForm {
    using Value = std::uint32_t;
    std::string unit;
    std::string example;
    std::uint32_t low = 0;
    std::uint32_t high = 0;

    static constexpr Shape kShape = Shape::kNumber;
    std::optional<Value> parse(const Items& items) const;
    Items print(Value value) const { return {std::to_string(value)}; }
};

struct DurationForm {
    using Value = Duration;
    std::string unit = "duration";
    std::string example = "\"180s\"";
    Duration low{};

    static constexpr Shape kShape = Shape::kText;
    std::optional<Value> parse(const Items& items) const;
    Items print(Value value) const;
};

struct ListForm {
    using Value = std::vector<std::string>;
    std::string unit = "list";
    std::string example = "[\"one\", \"two\"]";
    bool (*accepts)(const std::string&) = nullptr;

    static constexpr Shape kShape = Shape::kList;
    std::optional<Value> parse(const Items& items) const;
    Items print(const Value& value) const { return value; }
};

// Rows of the poll table: "1000:1s", ending with "rest:60s".
struct PollStepsForm {
    using Value = std::vector<waiting_room::PollStep>;
    std::string unit = "list of position:duration";
    std::string example = "[\"1000:1s\", \"rest:60s\"]";

    static constexpr Shape kShape = Shape::kList;
    std::optional<Value> parse(const Items& items) const;
    Items print(const Value& value) const;
};

// One of the words of an enum.
template <Worded Enum>
struct WordForm {
    using Value = Enum;
    std::string unit = fmt::format("one of {}", fmt::join(kWords<Enum>, ", "));
    std::string example = fmt::format("\"{}\"", kWords<Enum>.front());

    static constexpr Shape kShape = Shape::kText;
    std::optional<Value> parse(const Items& items) const { return from_word<Enum>(items.front()); }
    Items print(Value value) const { return {std::string{to_word(value)}}; }
};

// Several words of an enum, each at most once.
template <Worded Enum>
struct WordListForm {
    using Value = std::vector<Enum>;
    std::string unit = fmt::format("of {}", fmt::join(kWords<Enum>, ", "));
    std::string example{};

    static constexpr Shape kShape = Shape::kList;
    std::optional<Value> parse(const Items& items) const {
        Value values;
        for (const std::string& item : items) {
            const auto value = from_word<Enum>(item);
            if (!value || std::ranges::find(values, *value) != values.end()) return std::nullopt;
            values.push_back(*value);
        }
        return values;
    }
    Items print(const Value& values) const {
        Items items;
        for (const Enum value : values)
            items.emplace_back(to_word(value));
        return items;
    }
};

}  // namespace onsale::program
