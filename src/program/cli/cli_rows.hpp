#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <boost/json/object.hpp>

namespace onsale::program {

enum class OptionKind : std::uint8_t { kText, kNumber, kFlag };

// An option that becomes a member of a JSON object.
struct OptionRow {
    const char* option;
    const char* member;
    OptionKind kind;
    const char* help;
};

using OptionValues = std::vector<std::optional<std::string>>;  // Indexed like the rows.

void declare_rows(CLI::App& verb, std::span<const OptionRow> rows, OptionValues& values);
boost::json::object object_of(std::span<const OptionRow> rows, const OptionValues& values);

}  // namespace onsale::program
