#include "base/text/csv.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace onsale {
namespace {

// Prefixes that a spreadsheet may read as the start of a formula. They include the full-width forms
// of East Asian keyboards and characters that some programs skip before they look for a formula.
constexpr std::array<std::string_view, 11> kFormulaStarts = {
    "=", "+", "-", "@", "\t", "\r", "\n", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"};

bool starts_formula(std::string_view text) {
    constexpr std::string_view kSkipped{" \0", 2};
    text.remove_prefix(std::min(text.find_first_not_of(kSkipped), text.size()));
    return std::ranges::any_of(kFormulaStarts,
                               [&](std::string_view start) { return text.starts_with(start); });
}

}  // namespace

CsvLine& CsvLine::text(std::string_view value) {
    separate();
    line_ += '"';
    if (starts_formula(value)) line_ += '\'';
    for (const char c : value) {
        if (c == '"') line_ += '"';
        if (c != '\0') line_ += c;  // Some programs end the text or the file at a null byte.
    }
    line_ += '"';
    return *this;
}

CsvLine& CsvLine::number(std::int64_t value) {
    separate();
    line_ += std::to_string(value);
    return *this;
}

CsvLine& CsvLine::empty() {
    separate();
    return *this;
}

std::string CsvLine::take() {
    begun_ = false;
    return std::exchange(line_, {}) + "\r\n";
}

void CsvLine::separate() {
    if (begun_) line_ += ',';
    begun_ = true;
}

std::string csv_header(std::span<const std::string_view> columns) {
    CsvLine line;
    for (const std::string_view column : columns)
        line.text(column);
    return line.take();
}

}  // namespace onsale
