#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include "seat/domain/plan.hpp"

namespace onsale::seat {

// Reads the members of one JSON object into variables that already have their defaults. Each
// mistake is recorded with its place, and reading continues. finish() reports members that were not
// read.
class ObjectReader {
  public:
    ObjectReader(const boost::json::value& value, std::string place,
                 std::vector<PlanMistake>& mistakes);

    enum class Need : bool { kOptional, kRequired };

    void read(std::string_view name, std::string& value, Need need = Need::kOptional);
    void read(std::string_view name, bool& value);
    void read(std::string_view name, std::int32_t& value, Need need = Need::kOptional);
    void read(std::string_view name, std::uint32_t& value, Need need = Need::kOptional);

    // Calls `read_item(value, place)` for each element of a list.
    template <class ReadItem>
    void read_list(std::string_view name, Need need, const ReadItem& read_item) {
        const boost::json::array* const list = take_list(name, need);
        if (list == nullptr) return;
        for (std::size_t i = 0; i < list->size(); ++i)
            read_item((*list)[i], place_of(name) + "/" + std::to_string(i));
    }
    void finish();

  private:
    const boost::json::value* take(std::string_view name, Need need);
    const boost::json::array* take_list(std::string_view name, Need need);
    template <class Number>
    void read_number(std::string_view name, Number& value, Need need);
    void mistake(std::string place, std::string message);
    std::string place_of(std::string_view name) const;

    const boost::json::object* object_;
    std::string place_;
    std::vector<PlanMistake>& mistakes_;
    std::set<std::string_view> known_;
};

}  // namespace onsale::seat
