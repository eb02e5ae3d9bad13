#include "payment/codec/terms_json.hpp"

#include <optional>
#include <set>
#include <string>
#include <utility>

#include "codec/object_reader.hpp"
#include "codec/object_writer.hpp"
#include "payment/codec/terms_fields.hpp"
#include "payment/domain/currencies.hpp"

namespace onsale::payment {
namespace {

namespace json = boost::json;

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
    if (!decimals_of(terms.prices.currency))
        return TermsProblem{"prices.currency", "is no currency of ISO 4217"};
    if (auto problem = repeated_name(terms.prices)) return problem;
    if (auto words = problem_of(terms.prices)) return TermsProblem{"prices", std::move(*words)};
    if (auto words = problem_of(terms.refunds)) return TermsProblem{"refunds", std::move(*words)};
    return std::nullopt;
}

}  // namespace

json::object to_json(const Terms& terms) {
    return codec::ObjectWriter::of(terms);
}

Result<Terms, TermsProblem> terms_from_json(const json::value& value) {
    auto terms = codec::read_record(value, Terms{});
    if (!terms) return terms;
    if (auto unfit = problem_of(*terms)) {
        unfit->unfit = true;
        return fail(std::move(*unfit));
    }
    return terms;
}

}  // namespace onsale::payment
