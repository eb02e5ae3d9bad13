#include "tests/architecture/program_rule.hpp"

#include <algorithm>
#include <regex>
#include <string>
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

}  // namespace

Violations implementing_programs(const SourceTree& tree) {
    Violations found;
    for (const SourceFile& file : tree) {
        if (!file.path.starts_with("src/program/") || file.path.ends_with("_test.cpp")) continue;
        for (std::size_t i = 0; i < file.lines.size(); ++i)
            for (const std::string& base : bases_of(class_head(file, i)))
                if (!base.starts_with("std::"))
                    found.push_back(violation(file.path, static_cast<int>(i + 1), base,
                                              "program only wires: adapters implement"));
    }
    return found;
}

}  // namespace onsale::architecture
