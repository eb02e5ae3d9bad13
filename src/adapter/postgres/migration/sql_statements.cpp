#include "adapter/postgres/migration/sql_statements.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace onsale::postgres {
namespace {

// "$$" or "$name$" at the beginning of the text; else empty. "$1" is a parameter.
std::string_view dollar_quote(std::string_view text) {
    const auto in_name = [](unsigned char c) { return std::isalpha(c) != 0 || c == '_'; };
    const auto end = std::find_if_not(text.begin() + 1, text.end(), in_name);
    if (end == text.end() || *end != '$') return {};
    return {text.begin(), end + 1};
}

bool is_comment(std::string_view text) {
    return text.starts_with("--") || text.starts_with("/*");
}

// The size of the comment, the quoted text or the single character at the beginning.
std::size_t token_size(std::string_view text) {
    const auto until = [text](std::string_view close, std::size_t from) {
        const auto found = text.find(close, from);
        return found == text.npos ? text.size() : found + close.size();
    };
    if (text.starts_with("--")) return until("\n", 0);
    if (text.starts_with("/*")) return until("*/", 2);
    // A doubled quote is read as two texts side by side, which ends at the same place.
    if (text.front() == '\'' || text.front() == '"') return until(text.substr(0, 1), 1);
    const std::string_view quote = text.front() == '$' ? dollar_quote(text) : "";
    return quote.empty() ? 1 : until(quote, quote.size());
}

bool is_space(char c) {
    return std::isspace(static_cast<unsigned char>(c)) != 0;
}

std::string_view without_trailing_spaces(std::string_view text) {
    while (!text.empty() && is_space(text.back()))
        text.remove_suffix(1);
    return text;
}

}  // namespace

std::vector<std::string_view> sql_statements(std::string_view sql) {
    std::vector<std::string_view> statements;
    while (!sql.empty()) {
        if (is_space(sql.front()) || is_comment(sql)) {
            sql.remove_prefix(token_size(sql));
            continue;
        }
        std::size_t end = 0;
        while (end < sql.size() && sql[end] != ';')
            end += token_size(sql.substr(end));
        if (end > 0) statements.push_back(without_trailing_spaces(sql.substr(0, end)));
        sql.remove_prefix(std::min(end + 1, sql.size()));
    }
    return statements;
}

}  // namespace onsale::postgres
