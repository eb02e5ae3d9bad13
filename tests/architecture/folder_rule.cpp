#include "tests/architecture/folder_rule.hpp"

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace onsale::architecture {
namespace {

constexpr std::size_t kFilesMax = 40;
constexpr std::size_t kReadmeLinesMin = 5;
constexpr std::size_t kReadmeLinesMax = 30;

std::string folder_of(std::string_view path) {
    return std::string{path.substr(0, path.rfind('/'))};
}

std::vector<std::string> split(std::string_view path) {
    std::vector<std::string> parts;
    while (!path.empty()) {
        const auto slash = std::min(path.find('/'), path.size());
        parts.emplace_back(path.substr(0, slash));
        path.remove_prefix(std::min(slash + 1, path.size()));
    }
    return parts;
}

std::string namespace_of(std::string_view path) {
    const std::vector<std::string> parts = split(path);
    if (parts[0] == "benchmarks") return "onsale::bench";
    if (parts[0] == "tests") {
        // Short names, because most lines of these folders would carry the long one.
        if (parts[1] == "support") return "onsale::test";
        return "onsale::" + (parts[1] == "simulation" ? "sim" : parts[1]);
    }
    if (parts[1] == "base") return "onsale";
    return "onsale::" + (parts[1] == "adapter" ? parts[2] : parts[1]);
}

std::string room_of(std::string_view path) {
    const std::vector<std::string> parts = split(path);
    if (parts.size() < 3) return {};
    return parts[0] + "/" + parts[1] + (parts.size() == 3 ? "" : "/" + parts[2]);
}

// A part that a README must have.
struct ReadmePart {
    std::string_view mark;
    bool begins_a_line = true;
};
constexpr ReadmePart kReadmeParts[] = {
    {"May include: "}, {"Start with "}, {.mark = "To add ", .begins_a_line = false}};

bool has_part(const SourceFile& readme, const ReadmePart& part) {
    return std::ranges::any_of(readme.lines, [&](const std::string& line) {
        return part.begins_a_line ? line.starts_with(part.mark) : line.find(part.mark) != line.npos;
    });
}

Violations missing_parts(const SourceFile& readme, const std::string& room) {
    Violations found;
    const std::string title = "# " + room.substr(room.find('/') + 1) + ": ";
    if (!readme.lines.front().starts_with(title))
        found.push_back(violation(readme.path, 1, readme.lines.front(),
                                  fmt::format("begins with \"{}\" and what it is for", title)));
    for (const ReadmePart& part : kReadmeParts)
        if (!has_part(readme, part))
            found.push_back(violation(readme.path, 1, part.mark, "missing"));
    return found;
}

// Other namespaces are opened only to declare a class that a header names.
bool is_forward_declaration(const std::vector<std::string>& lines, std::size_t index) {
    return index < lines.size() && lines[index].starts_with("class ") &&
           lines[index].ends_with(";");
}

}  // namespace

Violations crowded_folders(const std::vector<std::string>& paths) {
    std::map<std::string, std::size_t> counts;
    for (const std::string& path : paths)
        ++counts[folder_of(path)];
    Violations found;
    for (const auto& [folder, count] : counts)
        if (count > kFilesMax)
            found.push_back(violation(folder, 1, fmt::format("{} files", count),
                                      fmt::format("at most {}: split it by subject", kFilesMax)));
    return found;
}

Violations missing_readmes(const SourceTree& readmes, const std::vector<std::string>& paths) {
    std::set<std::string> rooms;
    for (const std::string& path : paths)
        if (std::string room = room_of(path); !room.empty()) rooms.insert(std::move(room));
    Violations found;
    for (const std::string& room : rooms) {
        const auto readme = std::ranges::find(readmes, room + "/README.md", &SourceFile::path);
        if (readme == readmes.end())
            found.push_back(violation(room, 1, "README.md", "missing"));
        else if (readme->lines.size() < kReadmeLinesMin || readme->lines.size() > kReadmeLinesMax)
            found.push_back(violation(readme->path, 1,
                                      fmt::format("{} lines", readme->lines.size()),
                                      "5 to 30 lines: what it is for and where to start reading"));
        else
            for (std::string& text : missing_parts(*readme, room))
                found.push_back(std::move(text));
    }
    return found;
}

Violations readme_names_without_file(const SourceTree& readmes,
                                     const std::vector<std::string>& paths) {
    static const std::regex kName{R"(`([\w./-]+\.(?:cpp|hpp|lua|md|py|sh|toml|yaml))`)"};
    const auto exists = [&](const std::string& name) {
        return std::ranges::any_of(paths, [&](const std::string& path) {
            return path == name || path.ends_with("/" + name);
        });
    };
    Violations found;
    for (const SourceFile& readme : readmes)
        for (std::size_t i = 0; i < readme.lines.size(); ++i) {
            const std::string& line = readme.lines[i];
            for (std::sregex_iterator name{line.begin(), line.end(), kName}, end; name != end;
                 ++name)
                if (const std::string file = (*name)[1];
                    !file.starts_with("boost/") && !exists(file))
                    found.push_back(violation(readme.path, static_cast<int>(i + 1), file,
                                              "there is no such file"));
        }
    return found;
}

Violations wrong_namespaces(const SourceTree& tree) {
    constexpr std::string_view kNamespace = "namespace onsale";
    Violations found;
    for (const SourceFile& file : tree) {
        const std::string wanted = namespace_of(file.path);
        for (std::size_t i = 0; i < file.lines.size(); ++i) {
            const std::string_view line = file.lines[i];
            if (!line.starts_with(kNamespace) || !line.ends_with(" {")) continue;
            const std::string_view name = line.substr(10, line.size() - 12);
            if (name == wanted || name.starts_with(wanted + "::")) continue;
            if (is_forward_declaration(file.lines, i + 1)) continue;
            found.push_back(violation(file.path, static_cast<int>(i + 1), name, "is " + wanted));
        }
    }
    return found;
}

Violations misnamed_test_helpers(const std::vector<std::string>& paths) {
    static const std::regex kTestWord{R"((?:.*_)?tests?(?:_.*)?\.[ch]pp)"};
    Violations found;
    for (const std::string& path : paths) {
        const std::string name = path.substr(path.rfind('/') + 1);
        if (!std::regex_match(name, kTestWord) || name.ends_with("_test.cpp")) continue;
        if (!name.starts_with("test_") || !name.ends_with(".hpp"))
            found.push_back(violation(path, 1, name, "test code is named test_*.hpp"));
    }
    return found;
}

Violations tests_without_case(const SourceTree& tree) {
    static const std::regex kCase{R"(^\s*(?:TYPED_)?TEST(?:_F|_P)?\(.*)"};
    Violations found;
    for (const SourceFile& file : tree)
        if (file.path.ends_with("_test.cpp") &&
            std::ranges::none_of(file.lines, [](const std::string& line) {
                return line.starts_with("RC_GTEST_") || std::regex_match(line, kCase);
            }))
            found.push_back(violation(file.path, 1, "TEST", "a test has at least one case"));
    return found;
}

Violations missing_statuses(const SourceTree& adrs) {
    static const std::regex kStatus{R"(^Status: (accepted|superseded by ADR \d+)\b.*)"};
    Violations found;
    for (const SourceFile& adr : adrs) {
        if (adr.path.ends_with("README.md")) continue;
        const auto line = std::ranges::find_if(
            adr.lines, [](const std::string& l) { return !l.empty() && !l.starts_with('#'); });
        if (line == adr.lines.end() || !std::regex_match(*line, kStatus))
            found.push_back(violation(adr.path, 3, "Status:", "accepted, or superseded by ADR N"));
    }
    return found;
}

}  // namespace onsale::architecture
