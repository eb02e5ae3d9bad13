#include "tests/architecture/source_tree.hpp"

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace onsale::architecture {
namespace {

namespace fs = std::filesystem;

SourceFile read_lines(const fs::path& root, const fs::path& path) {
    std::ifstream in{path};
    if (!in) throw std::runtime_error{fmt::format("cannot read {}", path.string())};
    SourceFile file{path.lexically_relative(root).generic_string(), {}};
    for (std::string line; std::getline(in, line);)
        file.lines.push_back(line);
    return file;
}

bool ends_in_one_of(const fs::path& path, std::initializer_list<std::string_view> endings) {
    const std::string name = path.filename().string();
    return std::ranges::any_of(endings, [&](std::string_view e) { return name.ends_with(e); });
}

}  // namespace

SourceFile make_file(std::string path, std::initializer_list<std::string> lines) {
    return SourceFile{std::move(path), lines};
}

SourceTree read_tree(const fs::path& root, std::initializer_list<std::string_view> folders,
                     std::initializer_list<std::string_view> endings) {
    SourceTree tree;
    for (const std::string_view folder : folders) {
        for (const auto& entry : fs::recursive_directory_iterator{root / folder}) {
            if (entry.is_regular_file() && ends_in_one_of(entry.path(), endings))
                tree.push_back(read_lines(root, entry.path()));
        }
    }
    std::ranges::sort(tree, {}, &SourceFile::path);
    return tree;
}

SourceFile read_file(const fs::path& root, std::string_view path) {
    return read_lines(root, root / path);
}

std::vector<IncludeLine> includes_of(const SourceFile& file) {
    constexpr std::string_view kDirective = "#include ";
    std::vector<IncludeLine> found;
    int number = 0;
    for (const std::string_view line : file.lines) {
        ++number;
        if (!line.starts_with(kDirective)) continue;
        const std::string_view rest = line.substr(kDirective.size());
        const bool quoted = rest.starts_with('"');
        const auto end = rest.find(quoted ? '"' : '>', 1);
        if (end == rest.npos) continue;
        found.push_back({number, std::string{rest.substr(1, end - 1)}, quoted});
    }
    return found;
}

std::string violation(std::string_view path, int line, std::string_view what,
                      std::string_view reason) {
    return fmt::format("{}:{}: {} - {}", path, line, what, reason);
}

std::string to_text(const Violations& violations) {
    return fmt::format("{}", fmt::join(violations, "\n"));
}

}  // namespace onsale::architecture
