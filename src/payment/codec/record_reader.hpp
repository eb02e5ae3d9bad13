#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "payment/codec/terms_fields.hpp"
#include "payment/codec/terms_problem.hpp"
#include "payment/codec/words.hpp"

namespace onsale::payment {

// Reads one JSON object into a record that has its defaults, as a visitor of terms_fields.hpp. The
// first problem, named by the path of its field, stops the reading; later calls do nothing.
class RecordReader {
  public:
    // `problem` is shared with the readers of nested objects.
    RecordReader(const boost::json::value& value, std::string path,
                 std::optional<TermsProblem>& problem);

    // The only entry point for callers. The other members are for fields().
    template <class Record>
    void read_into(Record& record) {
        fields(*this, record);
        refuse_unknown();
    }

    void text(Member member, std::string& value);
    void currency(Member member, Currency& value);
    void duration(Member member, Duration& value, Range<Duration> range);

    template <class Number>
    void number(Member member, Number& value, Range<std::int64_t> range) {
        if (const auto read = take_number(member, range)) value = static_cast<Number>(*read);
    }

    template <class Enum>
    void word(Member member, Enum& value) {
        const boost::json::value* const found = take(member);
        if (found == nullptr) return;
        const auto* const text = found->if_string();
        const auto known = text != nullptr ? from_word<Enum>(*text) : std::nullopt;
        if (!known)
            return refuse(member.name,
                          fmt::format("must be one of {}", fmt::join(kWords<Enum>, ", ")));
        value = *known;
    }

    template <class Record>
    void record(Member member, Record& record) {
        const boost::json::value* const found = take(member);
        if (found != nullptr)
            RecordReader{*found, path_of(member.name), problem_}.read_into(record);
    }

    template <class Row>
    void rows(Member member, std::vector<Row>& value, std::size_t rows_max) {
        const boost::json::array* const list = take_rows(member, rows_max);
        if (list == nullptr) return;
        std::vector<Row> read(list->size());
        for (std::size_t i = 0; i < read.size(); ++i)
            RecordReader{(*list)[i], fmt::format("{}[{}]", path_of(member.name), i), problem_}
                .read_into(read[i]);
        value = std::move(read);
    }

  private:
    const boost::json::value* take(Member member);
    const boost::json::array* take_rows(Member member, std::size_t rows_max);
    std::optional<std::int64_t> take_number(Member member, Range<std::int64_t> range);
    // Rejects members that no field has read.
    void refuse_unknown();
    void refuse(std::string_view name, std::string message);
    std::string path_of(std::string_view name) const;

    const boost::json::object* object_;
    std::string path_;
    std::optional<TermsProblem>& problem_;
    std::set<std::string_view> known_;
};

}  // namespace onsale::payment
