#include "tests/architecture/tidy_rule.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace onsale::architecture {
namespace {

constexpr std::size_t kColumnsMax = 100;
constexpr std::size_t kSourceLinesMax = 400;
constexpr std::size_t kTestLinesMax = 600;

// The rules and their tests contain the banned words.
constexpr std::string_view kRulesFolder = "tests/architecture/";

using Prefixes = std::vector<std::string_view>;

enum class Look { kCode, kCommentsToo };

struct Ban {
    std::string_view word;
    std::string_view reason;
    Prefixes allowed_below;
    Look look = Look::kCode;
};

const Prefixes kThreaded = {"src/runtime/", "src/adapter/", "tests/", "benchmarks/"};
const Prefixes kAnyEdge = {"src/base/",    "src/runtime/", "src/adapter/",
                           "src/program/", "tests/",       "benchmarks/"};

const std::vector<Ban> kBans = {
    {"std::mutex", "one thread owns the state", kThreaded},
    {"std::shared_mutex", "one thread owns the state", kThreaded},
    {"std::atomic", "the core is single-threaded", kAnyEdge},
    {"sleep_for", "wait for the event, or use a timer with virtual time", {"benchmarks/"}},
    {"sleep_until", "wait for the event, or use a timer with virtual time", {"benchmarks/"}},
    {"system_clock::now(", "take `now` as an argument", {"src/runtime/"}},
    {"steady_clock::now(", "take `now` as an argument", kAnyEdge},
    {"rand(", "use a seeded engine", {}},
    {"asio::detached", "hold the coroutine by a gate", {}},
    {"(detached", "hold the coroutine by a gate", {}},
    {", detached", "hold the coroutine by a gate", {}},
    {"FIXME", "finish it or open an issue", {}, Look::kCommentsToo},
    {"TODO", "finish it or open an issue", {}, Look::kCommentsToo},
};

const std::vector<std::string_view> kBannedNameEndings = {"Manager", "Helper", "Util", "Utils",
                                                          "Impl"};

// Built before the code that will include it. Whoever includes it removes its row.
const std::set<std::string, std::less<>> kUsedLater = {
    "src/adapter/postgres/audit/audit_book.hpp",   "src/adapter/postgres/event/event_calendar.hpp",
    "src/adapter/postgres/event/event_office.hpp", "src/adapter/postgres/event/line_store.hpp",
    "src/adapter/postgres/event/sale_office.hpp",  "src/adapter/postgres/order/due_orders.hpp"};

const std::vector<std::string_view> kPrivatePaths = {"/home/", "/root/", "/Users/"};

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// A word that starts with a letter must match at the start of an identifier: "grand(" is allowed.
bool holds_word(std::string_view line, std::string_view word) {
    for (auto at = line.find(word); at != line.npos; at = line.find(word, at + 1))
        if (at == 0 || !is_word(word.front()) || !is_word(line[at - 1])) return true;
    return false;
}

std::string_view without_comment(std::string_view line) {
    return line.substr(0, line.find("//"));
}

std::string_view trimmed(std::string_view line) {
    const auto first = line.find_first_not_of(" \t");
    return first == line.npos ? std::string_view{} : line.substr(first);
}

// Number of visible columns. Continuation bytes of UTF-8 characters are not counted.
std::size_t columns_of(std::string_view line) {
    return static_cast<std::size_t>(std::ranges::count_if(
        line, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

bool is_test(std::string_view path) {
    return path.starts_with("tests/") || path.ends_with("test.cpp");
}

// A header for tests, too.
bool is_test_code(std::string_view path) {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    return is_test(path) || (name.starts_with("test_") && name.ends_with(".hpp"));
}

bool is_below_one(std::string_view path, const Prefixes& prefixes) {
    return std::ranges::any_of(prefixes, [&](auto prefix) { return path.starts_with(prefix); });
}

// Calls `why(file, line)` for each line. A non-empty result is reported as a violation.
template <typename Why>
Violations for_each_line(const SourceTree& tree, std::string_view what, Why why) {
    Violations found;
    for (const SourceFile& file : tree) {
        int number = 0;
        for (const std::string& line : file.lines) {
            ++number;
            const std::string reason = why(file, line);
            if (!reason.empty()) found.push_back(violation(file.path, number, what, reason));
        }
    }
    return found;
}

std::string why_banned(const SourceFile& file, std::string_view line) {
    if (file.path.starts_with(kRulesFolder)) return {};
    for (const Ban& ban : kBans) {
        const std::string_view seen = ban.look == Look::kCode ? without_comment(line) : line;
        if (holds_word(seen, ban.word) && !is_below_one(file.path, ban.allowed_below))
            return fmt::format("{}: {}", ban.word, ban.reason);
    }
    return {};
}

// Returns the name that the line declares with class or struct, or an empty string.
std::string_view declared_type(std::string_view line) {
    for (const std::string_view keyword : {"class ", "struct "}) {
        if (!trimmed(line).starts_with(keyword)) continue;
        const std::string_view rest = trimmed(line).substr(keyword.size());
        return rest.substr(
            0, static_cast<std::size_t>(std::ranges::find_if_not(rest, is_word) - rest.begin()));
    }
    return {};
}

std::string without_ending(std::string_view path) {
    return std::string{path.substr(0, path.rfind('.'))};
}

}  // namespace

Violations columns_beyond_limit(const SourceTree& tree) {
    return for_each_line(tree, "long line", [](const SourceFile&, std::string_view line) {
        const auto columns = columns_of(line);
        return columns <= kColumnsMax ? "" : fmt::format("{} of {} columns", columns, kColumnsMax);
    });
}

Violations headers_without_pragma_once(const SourceTree& tree) {
    Violations found;
    for (const SourceFile& file : tree) {
        if (!file.path.ends_with(".hpp")) continue;
        if (std::ranges::find(file.lines, "#pragma once") == file.lines.end())
            found.push_back(violation(file.path, 1, "header", "needs #pragma once"));
    }
    return found;
}

Violations files_over_budget(const SourceTree& tree) {
    Violations found;
    for (const SourceFile& file : tree) {
        const auto budget = is_test(file.path) ? kTestLinesMax : kSourceLinesMax;
        if (file.lines.size() > budget)
            found.push_back(violation(file.path, static_cast<int>(file.lines.size()), "long file",
                                      fmt::format("the budget is {} lines", budget)));
    }
    return found;
}

Violations banned_words(const SourceTree& tree) {
    return for_each_line(tree, "banned", why_banned);
}

Violations banned_type_names(const SourceTree& tree) {
    return for_each_line(tree, "type name", [](const SourceFile&, std::string_view line) {
        const std::string_view name = declared_type(line);
        const bool bad = std::ranges::any_of(kBannedNameEndings,
                                             [&](auto ending) { return name.ends_with(ending); });
        return bad ? fmt::format("{} says nothing about its role", name) : std::string{};
    });
}

Violations default_labels(const SourceTree& tree) {
    return for_each_line(tree, "default label", [](const SourceFile& file, std::string_view line) {
        const bool bad = file.path.starts_with("src/") && trimmed(line).starts_with("default:") &&
                         !line.contains("//");
        return bad ? std::string{"list every enumerator, or give the reason in a comment"} : "";
    });
}

Violations dead_headers(const SourceTree& tree) {
    std::set<std::string> used;
    for (const SourceFile& file : tree) {
        if (is_test_code(file.path)) continue;
        const std::string self = without_ending(file.path);
        for (const IncludeLine& include : includes_of(file)) {
            const std::string target = "src/" + without_ending(include.header);
            if (include.quoted && self != target) used.insert(target);
        }
    }
    Violations found;
    for (const SourceFile& file : tree) {
        if (!file.path.starts_with("src/") || !file.path.ends_with(".hpp")) continue;
        const bool is_used = used.contains(without_ending(file.path));
        if (is_used && kUsedLater.contains(file.path))
            found.push_back(violation(file.path, 1, "kUsedLater", "is used: remove its row"));
        if (!is_test_code(file.path) && !is_used && !kUsedLater.contains(file.path))
            found.push_back(violation(file.path, 1, "dead header", "only tests include it"));
    }
    return found;
}

Violations private_paths(const SourceTree& tree) {
    return for_each_line(tree, "private path", [](const SourceFile& file, std::string_view line) {
        if (file.path.starts_with(kRulesFolder)) return std::string{};
        for (const std::string_view path : kPrivatePaths)
            if (line.contains(path)) return fmt::format("{} is a place on one machine", path);
        return std::string{};
    });
}

}  // namespace onsale::architecture
