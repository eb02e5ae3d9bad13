#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/result.hpp"
#include "base/time.hpp"
#include "base/words.hpp"
#include "codec/problem.hpp"

namespace onsale::codec {

// Options of a reader.
struct Dialect {
    std::string_view unknown = "is not a known field";
    // A format with the shortest and the longest duration.
    std::string_view duration = R"(must be a duration from "{}" to "{}")";
    std::size_t problems_max = 1;  // Reading stops at this number of problems.
    bool json_pointers = false;    // Paths like "/rows/2/name" instead of "rows[2].name".
    bool takes_fractions = false;  // Accepts 1.0 and 1e3 as integers.
    bool ignores_unknown = false;  // Accepts members that are not read.
};

// Limits of a value. Both ends are inclusive.
struct NumberRange {
    std::int64_t min;
    std::int64_t max;
};
struct DurationRange {
    Duration min;
    Duration max;
};
// Maximum length of a text or list.
struct AtMost {
    std::size_t size;
};
// Maximum length of a non-empty text without control characters.
struct Line {
    std::size_t size;
};

// The texts of an object whose names are data, in their order.
using TextsByName = std::vector<std::pair<std::string, std::string>>;

// All values of a type that the reader can hold.
template <std::integral Number>
constexpr NumberRange full_range() {
    constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
    constexpr auto kLargest = std::numeric_limits<Number>::max();
    return {static_cast<std::int64_t>(std::numeric_limits<Number>::min()),
            std::in_range<std::int64_t>(kLargest) ? static_cast<std::int64_t>(kLargest) : kMax};
}

// Conversion between text and a module's type.
template <class Value>
struct TextForm {
    std::optional<Value> (*parse)(std::string_view);
    std::string (*write)(const Value&);
    std::string_view wanted;
};

// Reads the members of one JSON object, by name, into variables that already have their defaults.
// An absent member leaves its variable unchanged. problem() also reports the members that nobody
// has read. A visitor of fields(), like ObjectWriter.
class ObjectReader {
  public:
    explicit ObjectReader(const boost::json::value& value, const Dialect& dialect = {});
    explicit ObjectReader(const boost::json::object& object, const Dialect& dialect = {});
    ObjectReader(const ObjectReader&) = delete;
    ObjectReader& operator=(const ObjectReader&) = delete;

    bool is_object() const { return object_ != nullptr; }

    template <class Value, class... Limits>
    void field(std::string_view name, Value& value, const Limits&... limits) {
        if (const auto* const member = take(name)) read(name, *member, value, limits...);
    }
    template <class Value, class... Limits>
    void required(std::string_view name, Value& value, const Limits&... limits) {
        require(name);
        field(name, value, limits...);
    }
    // Nullopt when the member is absent or wrong.
    template <class Value, class... Limits>
    std::optional<Value> get(std::string_view name, const Limits&... limits) {
        Value value{};
        const auto* const member = take(name);
        const bool got = member != nullptr && read(name, *member, value, limits...);
        return got ? std::optional{std::move(value)} : std::nullopt;
    }
    // Calls `read_item` with a reader for each element of a list of objects.
    template <class ReadItem>
    void each(std::string_view name, const ReadItem& read_item) {
        if (const auto* const member = take(name))
            each_of(name, array_in(name, *member, {0, SIZE_MAX}, "must be a list"), read_item);
    }
    // Null when the member is absent or wrong.
    const boost::json::array* list(std::string_view name, std::size_t size_max);

    void require(std::string_view name);
    void allow(std::string_view name) { known_.push_back(name); }
    void refuse(std::string_view name, std::string_view message) {
        add({path_of(name), std::string{message}});
    }
    // The form is valid, but the value cannot be used.
    void refuse_unfit(std::string_view name, std::string_view message) {
        add({path_of(name), std::string{message}, true});
    }

    // One of these must be called after all members were read.
    std::vector<Problem> problems();
    std::optional<Problem> problem();

  private:
    using Json = boost::json::value;
    struct Sizes {
        std::size_t min;
        std::size_t max;
    };

    ObjectReader(const Json& value, ObjectReader& parent, std::string path);

    // Each read() returns whether the variable has got the member's value.
    bool read(std::string_view name, const Json& member, bool& value);
    bool read(std::string_view name, const Json& member, std::string& value);
    bool read(std::string_view name, const Json& member, std::string& value, AtMost max);
    bool read(std::string_view name, const Json& member, std::string& value, Line max);
    bool read(std::string_view name, const Json& member, Duration& value);
    bool read(std::string_view name, const Json& member, Duration& value, DurationRange range);
    bool read(std::string_view name, const Json& member, Instant& value);
    // Null unsets it.
    bool read(std::string_view name, const Json& member, std::optional<Instant>& value);
    bool read(std::string_view name, const Json& member, std::vector<std::string>& value,
              AtMost max);
    bool read(std::string_view name, const Json& member, TextsByName& value, AtMost max);

    template <std::integral Number>
    bool read(std::string_view name, const Json& member, Number& value,
              NumberRange range = full_range<Number>()) {
        const auto number = whole_number(name, member, range);
        if (number) value = static_cast<Number>(*number);
        return number.has_value();
    }
    template <Worded Enum>
    bool read(std::string_view name, const Json& member, Enum& value) {
        return parse(name, member, value, from_word<Enum>,
                     fmt::format("must be one of {}", fmt::join(kWords<Enum>, ", ")));
    }
    template <class Value>
    bool read(std::string_view name, const Json& member, Value& value, const TextForm<Value>& as) {
        return parse(name, member, value, as.parse, as.wanted);
    }
    template <class Record>
        requires requires(ObjectReader& visit, Record& record) { fields(visit, record); }
    bool read(std::string_view name, const Json& member, Record& record) {
        ObjectReader reader{member, *this, path_of(name)};
        fields(reader, record);
        reader.refuse_unknown();
        return true;
    }
    // Replaces the whole list.
    template <class Row>
    bool read(std::string_view name, const Json& member, std::vector<Row>& value, AtMost max) {
        const auto* const list =
            array_in(name, member, {0, max.size}, "must be a list of at most {} objects");
        if (list == nullptr) return false;
        std::vector<Row> rows;
        each_of(name, list, [&](ObjectReader& row) { fields(row, rows.emplace_back()); });
        value = std::move(rows);
        return true;
    }

    template <class Value, class Parse>
    bool parse(std::string_view name, const Json& member, Value& value, const Parse& parse_text,
               std::string_view wanted) {
        const auto* const text = member.if_string();
        const auto parsed = text != nullptr ? parse_text(*text) : std::nullopt;
        if (parsed)
            value = *parsed;
        else
            refuse(name, std::string{wanted});
        return parsed.has_value();
    }
    template <class ReadItem>
    void each_of(std::string_view name, const boost::json::array* list, const ReadItem& read_item) {
        for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
            ObjectReader item{(*list)[i], *this, path_of(name, i)};
            read_item(item);
            item.refuse_unknown();
        }
    }

    const Json* take(std::string_view name);
    // `wanted`: message format; receives the maximum size.
    const boost::json::array* array_in(std::string_view name, const Json& member, Sizes sizes,
                                       std::string_view wanted);
    std::optional<std::int64_t> whole_number(std::string_view name, const Json& member,
                                             NumberRange range);
    void refuse_unknown();
    bool full() const { return root_.problems_.size() >= root_.dialect_.problems_max; }
    void add(Problem problem);
    std::string path_of(std::string_view name) const;
    std::string path_of(std::string_view name, std::size_t index) const;

    const boost::json::object* object_;
    std::string path_;
    std::vector<std::string_view> known_;
    ObjectReader& root_;  // The outermost reader, which collects the problems.
    Dialect dialect_{};
    std::vector<Problem> problems_;
};

// The record with the members of the object applied to it, or the first problem.
template <class Record>
Result<Record, Problem> read_record(const boost::json::value& value, Record record) {
    ObjectReader reader{value};
    fields(reader, record);
    if (auto problem = reader.problem()) return fail(std::move(*problem));
    return record;
}

}  // namespace onsale::codec
