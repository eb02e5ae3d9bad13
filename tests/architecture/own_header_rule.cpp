#include "tests/architecture/own_header_rule.hpp"

#include <set>
#include <string>
#include <string_view>

namespace onsale::architecture {
namespace {

constexpr std::string_view kSource = ".cpp";

// "src/base/id.cpp" gives "src/base/id.hpp". Returns an empty string if `path` is not a source.
std::string header_beside(std::string_view path) {
    if (!path.ends_with(kSource)) return {};
    return std::string{path.substr(0, path.size() - kSource.size())} + ".hpp";
}

// Include paths are relative to src/ or to the root of the repository.
std::string_view as_included(std::string_view path) {
    constexpr std::string_view kRoot = "src/";
    return path.starts_with(kRoot) ? path.substr(kRoot.size()) : path;
}

}  // namespace

Violations own_header_violations(const SourceTree& tree) {
    std::set<std::string_view> paths;
    for (const SourceFile& file : tree)
        paths.insert(file.path);
    Violations found;
    for (const SourceFile& file : tree) {
        const std::string header = header_beside(file.path);
        if (!paths.contains(header)) continue;
        const auto includes = includes_of(file);
        if (!includes.empty() && includes.front().header == as_included(header)) continue;
        found.push_back(violation(file.path, includes.empty() ? 1 : includes.front().number,
                                  as_included(header), "include this first"));
    }
    return found;
}

}  // namespace onsale::architecture
