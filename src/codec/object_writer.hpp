#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "base/time.hpp"
#include "base/time_text.hpp"
#include "base/words.hpp"
#include "codec/object_reader.hpp"

namespace onsale::codec {

// Writes a record as a JSON object, as a visitor of its fields(). Times that are not set are
// omitted.
class ObjectWriter {
  public:
    template <class Record>
    static boost::json::object of(const Record& record) {
        ObjectWriter writer;
        fields(writer, record);
        return std::move(writer.object_);
    }

    template <class Value, class... Limits>
    void field(std::string_view name, const Value& value, const Limits&... limits) {
        object_[name] = form(value, limits...);
    }
    void field(std::string_view name, const std::optional<Instant>& value) {
        if (value) field(name, *value);
    }
    void required(std::string_view name, const auto& value, const auto&... limits) {
        field(name, value, limits...);
    }

  private:
    using Json = boost::json::value;

    static Json form(const std::string& text, const auto&...) { return boost::json::string{text}; }
    static Json form(Duration duration, const auto&...) {
        return boost::json::string{format_duration(duration)};
    }
    static Json form(Instant instant) { return boost::json::string{format_iso_time(instant)}; }
    template <class Number>
        requires std::is_arithmetic_v<Number>
    static Json form(Number number, const auto&...) {
        return number;
    }
    static Json form(Worded auto value) { return boost::json::string{to_word(value)}; }
    template <class Value>
    static Json form(const Value& value, const TextForm<Value>& as) {
        return boost::json::string{as.write(value)};
    }
    template <class Record>
        requires requires(ObjectWriter& visit, const Record& record) { fields(visit, record); }
    static Json form(const Record& record) {
        return of(record);
    }
    template <class Row>
    static Json form(const std::vector<Row>& rows, const auto&...) {
        boost::json::array list;
        for (const Row& row : rows)
            list.push_back(form(row));
        return list;
    }

    boost::json::object object_;
};

}  // namespace onsale::codec
