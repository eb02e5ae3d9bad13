#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/time.hpp"
#include "sale/codec/sale_json.hpp"
#include "sale/codec/words.hpp"

namespace onsale::sale {

// Both ends are inclusive.
template <class Value>
struct Range {
    Value min;
    Value max;
};

// Reads the members of one JSON object into variables that already have values. The first problem
// stops the reading. problem() also reports members that were not read.
class PatchReader {
  public:
    explicit PatchReader(const boost::json::value& patch);

    void read(std::string_view name, bool& value);
    void read(std::string_view name, std::uint32_t& value, Range<std::uint32_t> range);
    void read(std::string_view name, Duration& value, Range<Duration> range);
    void read(std::string_view name, std::string& value, std::size_t size_max);
    void read(std::string_view name, std::optional<std::vector<std::string>>& value,
              std::size_t size_max);
    std::optional<std::string> text(std::string_view name, std::size_t size_max);

    template <class Enum>
    void read_word(std::string_view name, Enum& value) {
        const boost::json::value* const member = take(name);
        if (member == nullptr) return;
        const auto* const text = member->if_string();
        const auto known = text != nullptr ? from_word<Enum>(*text) : std::nullopt;
        if (!known)
            return refuse(name, fmt::format("must be one of {}", fmt::join(kWords<Enum>, ", ")));
        value = *known;
    }

    void refuse(std::string_view name, std::string message);
    // The form is valid, but the value cannot be used.
    void refuse_unfit(std::string_view name, std::string message);
    std::optional<SaleProblem> problem();

  private:
    const boost::json::value* take(std::string_view name);

    const boost::json::object* object_;
    std::set<std::string_view> known_;
    std::optional<SaleProblem> problem_;
};

}  // namespace onsale::sale
