#include "program/cli/cli_rows.hpp"

namespace onsale::program {
namespace {

boost::json::value value_of(OptionKind kind, const std::string& text) {
    switch (kind) {
        case OptionKind::kText:
            return boost::json::value(text);
        case OptionKind::kNumber:
            return std::stoll(text);
        case OptionKind::kFlag:
            return text == "true";
    }
    return nullptr;
}

}  // namespace

void declare_rows(CLI::App& verb, std::span<const OptionRow> rows, OptionValues& values) {
    values.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        auto* const option = verb.add_option(rows[i].option, values[i], rows[i].help);
        if (rows[i].kind == OptionKind::kNumber)
            option->type_name("NUMBER")->check(CLI::TypeValidator<std::uint32_t>{""});
        if (rows[i].kind == OptionKind::kFlag)
            option->type_name("true|false")->check(CLI::IsMember({"true", "false"}));
        if (rows[i].kind == OptionKind::kText) option->type_name("TEXT");
    }
}

boost::json::object object_of(std::span<const OptionRow> rows, const OptionValues& values) {
    boost::json::object object;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (values[i]) object[rows[i].member] = value_of(rows[i].kind, *values[i]);
    return object;
}

}  // namespace onsale::program
