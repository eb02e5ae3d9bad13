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

#include "base/time.hpp"
#include "waiting_room/codec/words.hpp"
#include "waiting_room/domain/event.hpp"

namespace onsale::waiting_room {

// Applies one JSON object to a record that already has values, as a visitor of event_fields.hpp. An
// absent member leaves its field unchanged, as in a merge patch (RFC 7396). The first problem,
// named by the path of its field, stops the reading; later calls do nothing.
class JsonPatch {
  public:
    // `problem` is shared with the readers of nested objects.
    JsonPatch(const boost::json::value& value, std::string path,
              std::optional<SettingsProblem>& problem);

    // The only entry point for callers. The other members are for fields().
    template <class Record>
    void apply_to(Record& record) {
        fields(*this, record);
        refuse_unknown();
    }

    void field(std::string_view name, std::string& value);
    void field(std::string_view name, bool& value);
    void field(std::string_view name, std::uint32_t& value);
    void field(std::string_view name, Duration& value);
    void field(std::string_view name, Instant& value);
    void field(std::string_view name, std::optional<Instant>& value);  // null unsets it.

    template <class Enum>
        requires(kWords<Enum>.size() > 0)
    void field(std::string_view name, Enum& value) {
        const boost::json::value* member = take(name);
        if (member == nullptr) return;
        const auto* text = member->if_string();
        const auto found = text ? from_word<Enum>(*text) : std::nullopt;
        if (found)
            value = *found;
        else
            refuse(name, fmt::format("must be one of {}", fmt::join(kWords<Enum>, ", ")));
    }

    template <class Record>
        requires(kWords<Record>.empty())
    void field(std::string_view name, Record& record) {
        const boost::json::value* member = take(name);
        if (member != nullptr) JsonPatch{*member, path_of(name), problem_}.apply_to(record);
    }

    template <class Value>
    void required(std::string_view name, Value& value) {
        require(name);
        field(name, value);
    }

    // Replaces the whole list.
    template <class Row>
    void rows(std::string_view name, std::vector<Row>& value, std::size_t rows_max) {
        const boost::json::array* list = take_rows(name, rows_max);
        if (list == nullptr) return;
        std::vector<Row> read(list->size());
        for (std::size_t i = 0; i < read.size(); ++i)
            JsonPatch{(*list)[i], fmt::format("{}[{}]", path_of(name), i), problem_}.apply_to(
                read[i]);
        value = std::move(read);
    }

  private:
    const boost::json::value* take(std::string_view name);
    const boost::json::array* take_rows(std::string_view name, std::size_t rows_max);
    void require(std::string_view name);
    // Rejects members that no field has read.
    void refuse_unknown();
    void refuse(std::string_view name, std::string message);
    std::string path_of(std::string_view name) const;

    const boost::json::object* object_;
    std::string path_;
    std::optional<SettingsProblem>& problem_;
    std::set<std::string_view> known_;
};

}  // namespace onsale::waiting_room
