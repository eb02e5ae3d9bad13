#include "tests/architecture/readme_rule.hpp"

#include <algorithm>
#include <regex>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tests/architecture/include_table.hpp"

namespace onsale::architecture {
namespace {

constexpr std::string_view kRoot = "src/";
constexpr std::string_view kMark = "May include: ";

using Folders = std::set<std::string>;

bool is_in(std::string_view path, std::string_view folder) {
    return path == folder || is_below(path, folder);
}

void add(Folders& folders, const FolderRow& row, std::string_view room) {
    for (const std::string_view entry : row.may_include)
        folders.insert(entry.starts_with("X/")
                           ? fmt::format("{}{}", first_name(room), entry.substr(1))
                           : std::string{entry});
}

// The entries of the rows at and below the room, without the room's own folders.
Folders allowed_in(std::string_view room) {
    Folders folders;
    std::string_view own = room;
    for (const FolderRow& row : folder_rows())
        if (is_in(row.folder, room)) add(folders, row, room);
    if (folders.empty())
        if (const FolderRow* const row = row_of(fmt::format("{}/a.hpp", room))) {
            add(folders, *row, room);
            own = row->folder;
        }
    // A folder stands for all below it.
    std::erase_if(folders, [&, all = folders](const std::string& folder) {
        return is_in(folder, own) || std::ranges::any_of(all, [&](const std::string& other) {
                   return is_below(folder, other);
               });
    });
    return folders;
}

std::string first_sentence(const SourceFile& readme) {
    auto line = std::ranges::find_if(
        readme.lines, [](const std::string& text) { return text.starts_with(kMark); });
    std::string paragraph;
    for (; line != readme.lines.end() && !line->empty(); ++line)
        paragraph += *line + " ";
    return paragraph.substr(0, paragraph.find(". "));
}

Folders named_in(const std::string& sentence) {
    static const std::regex kFolder{R"((what )?`([a-z_*]+(?:/[a-z_*]+)*)`( may)?)"};
    Folders folders;
    for (std::sregex_iterator name{sentence.begin(), sentence.end(), kFolder}, end; name != end;
         ++name) {
        const std::string folder = (*name)[2];
        if ((*name)[1].matched && (*name)[3].matched)
            folders.merge(allowed_in(folder));
        else
            folders.insert(folder);
    }
    return folders;
}

}  // namespace

Violations wrong_includes_in_readmes(const SourceTree& readmes) {
    Violations found;
    for (const SourceFile& readme : readmes) {
        const std::string_view path = std::string_view{readme.path}.substr(kRoot.size());
        const Folders allowed = allowed_in(path.substr(0, path.rfind('/')));
        if (named_in(first_sentence(readme)) != allowed)
            found.push_back(violation(readme.path, 1, kMark,
                                      fmt::format("names `{}`", fmt::join(allowed, "`, `"))));
    }
    return found;
}

}  // namespace onsale::architecture
