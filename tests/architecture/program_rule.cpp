#include "tests/architecture/program_rule.hpp"

#include <algorithm>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace onsale::architecture {
namespace {

// The text of a class from its name to the brace, also over several lines. Empty for anything else
// and for a declaration without a body.
std::string class_head(const SourceFile& file, std::size_t index) {
    static const std::regex kClass{R"(^\s*(?:class|struct) .*)"};
    constexpr std::size_t kLinesMax = 10;
    if (!std::regex_match(file.lines[index], kClass)) return {};
    std::string head;
    for (std::size_t i = index; i < std::min(file.lines.size(), index + kLinesMax); ++i) {
        head += file.lines[i].substr(0, file.lines[i].find("//")) + " ";
        const auto end = head.find_first_of("{;");
        if (end != head.npos) return head[end] == '{' ? head.substr(0, end) : "";
    }
    return {};
}

// The base classes of a class head, without their template arguments.
std::vector<std::string> bases_of(std::string head) {
    static const std::regex kArguments{"<[^<>]*>"};
    static const std::regex kBases{R"([^:]:([^:].*))"};
    static const std::regex kBase{R"((?:(?:public|protected|private|virtual)\s+)*([\w:]+))"};
    for (std::string before; before != head;) {
        before = head;
        head = std::regex_replace(before, kArguments, "");
    }
    std::smatch list;
    if (!std::regex_search(head, list, kBases)) return {};
    const std::string text = list[1];
    std::vector<std::string> bases;
    for (std::sregex_iterator base{text.begin(), text.end(), kBase}, end; base != end; ++base)
        bases.push_back((*base)[1]);
    return bases;
}

bool is_of_the_program(const SourceFile& file) {
    return file.path.starts_with("src/program/") && !file.path.ends_with("_test.cpp");
}

struct Ban {
    std::string_view word;
    std::string_view reason;
};
// An include of all of Asio brings its timers along.
constexpr Ban kBannedHeaders[] = {
    {"_timer.hpp", "what is done again and again is not wiring"},
    {"boost/asio.hpp", "what is done again and again is not wiring"},
    {"journal/sqlite.hpp", "SQL belongs to adapter/embedded"},
    {"transport/message/handler.hpp", "handlers belong to adapter/http"},
};
constexpr Ban kBannedWords[] = {
    {"SELECT ", "SQL belongs to adapter/embedded"},
    {"INSERT ", "SQL belongs to adapter/embedded"},
    {"HKDF", "keys are derived in token"},
};

}  // namespace

Violations implementing_programs(const SourceTree& tree) {
    Violations found;
    for (const SourceFile& file : tree) {
        if (!is_of_the_program(file)) continue;
        for (std::size_t i = 0; i < file.lines.size(); ++i)
            for (const std::string& base : bases_of(class_head(file, i)))
                if (!base.starts_with("std::"))
                    found.push_back(violation(file.path, static_cast<int>(i + 1), base,
                                              "program only wires: adapters implement"));
    }
    return found;
}

Violations working_programs(const SourceTree& tree) {
    Violations found;
    for (const SourceFile& file : tree) {
        if (!is_of_the_program(file)) continue;
        for (const IncludeLine& include : includes_of(file))
            for (const Ban& ban : kBannedHeaders)
                if (include.header.ends_with(ban.word))
                    found.push_back(
                        violation(file.path, include.number, include.header, ban.reason));
        for (std::size_t i = 0; i < file.lines.size(); ++i)
            for (const Ban& ban : kBannedWords)
                if (file.lines[i].contains(ban.word))
                    found.push_back(
                        violation(file.path, static_cast<int>(i + 1), ban.word, ban.reason));
    }
    return found;
}

}  // namespace onsale::architecture
