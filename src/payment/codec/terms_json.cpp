#include "payment/codec/terms_json.hpp"

#include <optional>
#include <set>
#include <string>
#include <utility>

#include <boost/json/array.hpp>
#include <fmt/format.h>

#include "base/time_text.hpp"
#include "payment/codec/record_reader.hpp"
#include "payment/codec/terms_fields.hpp"
#include "payment/codec/words.hpp"

namespace onsale::payment {
namespace {

namespace json = boost::json;

// The visitor of terms_fields.hpp that writes.
class JsonMembers {
  public:
    template <class Record>
    static json::object of(const Record& record) {
        JsonMembers members;
        fields(members, record);
        return std::move(members.object_);
    }

    void text(Member member, const std::string& value) { object_[member.name] = value; }
    void currency(Member member, Currency value) { object_[member.name] = value.text(); }
    void number(Member member, std::int64_t value, Range<std::int64_t>) {
        object_[member.name] = value;
    }
    void duration(Member member, Duration value, Range<Duration>) {
        object_[member.name] = format_duration(value);
    }
    void word(Member member, auto value) { object_[member.name] = to_word(value); }
    void record(Member member, const auto& value) { object_[member.name] = of(value); }
    void rows(Member member, const auto& value, std::size_t) {
        json::array list;
        for (const auto& row : value)
            list.push_back(of(row));
        object_[member.name] = std::move(list);
    }

  private:
    json::object object_;
};

std::optional<std::size_t> first_repeated(const auto& rows, auto name_of) {
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (!names.insert(rows[i].*name_of).second) return i;
    return std::nullopt;
}

// Finds a repeated name. Neither a hall, which refers to grades by name, nor a guest could
// distinguish the two.
std::optional<TermsProblem> repeated_name(const PriceList& prices) {
    const auto repeated = [](std::string field) {
        return TermsProblem{std::move(field), "is the name of an earlier one too"};
    };
    if (const auto i = first_repeated(prices.grades, &GradePrices::grade))
        return repeated(fmt::format("prices.grades[{}].grade", *i));
    for (std::size_t grade = 0; grade < prices.grades.size(); ++grade)
        if (const auto i = first_repeated(prices.grades[grade].types, &PriceType::name))
            return repeated(fmt::format("prices.grades[{}].types[{}].name", grade, *i));
    if (const auto i = first_repeated(prices.fees, &Fee::name))
        return repeated(fmt::format("prices.fees[{}].name", *i));
    return std::nullopt;
}

std::optional<TermsProblem> problem_of(const Terms& terms) {
    if (auto problem = repeated_name(terms.prices)) return problem;
    if (auto words = problem_of(terms.prices)) return TermsProblem{"prices", std::move(*words)};
    if (auto words = problem_of(terms.refunds)) return TermsProblem{"refunds", std::move(*words)};
    return std::nullopt;
}

}  // namespace

json::object to_json(const Terms& terms) {
    return JsonMembers::of(terms);
}

Result<Terms, TermsProblem> terms_from_json(const json::value& value) {
    Terms terms;
    std::optional<TermsProblem> problem;
    RecordReader{value, "", problem}.read_into(terms);
    if (problem) return fail(std::move(*problem));
    if (auto unfit = problem_of(terms)) {
        unfit->unfit = true;
        return fail(std::move(*unfit));
    }
    return terms;
}

}  // namespace onsale::payment
