#include "tests/architecture/include_rule.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tests/architecture/include_table.hpp"

namespace onsale::architecture {
namespace {

constexpr std::string_view kRoot = "src/";

// A test beside its source may also use shared test code, all of its own adapter, and the embedded
// adapters as fakes of the ports.
const Patterns kTestsMayInclude = {"tests/support", "adapter/embedded"};
const Patterns kTestVendors = {"gtest/", "gmock/", "rapidcheck", "dlfcn.h"};

std::string_view first_name(std::string_view path) {
    return path.substr(0, path.find('/'));
}

bool is_below(std::string_view path, std::string_view folder) {
    return path.starts_with(folder) && path.size() > folder.size() && path[folder.size()] == '/';
}

// `path` is a file below src/, `module` the first folder of the including file.
bool fits(std::string_view pattern, std::string_view path, std::string_view module) {
    const std::string_view head = first_name(pattern);
    if (head != "*" && head != "X") return path == pattern || is_below(path, pattern);
    const std::string_view own = first_name(path);
    if (own == "adapter" || own.size() == path.size()) return false;
    return (head == "*" || own == module) &&
           is_below(path.substr(own.size() + 1), pattern.substr(head.size() + 1));
}

bool fits_one(const Patterns& patterns, std::string_view path, std::string_view module) {
    return std::ranges::any_of(patterns, [&](auto p) { return fits(p, path, module); });
}

bool starts_with_one(const Patterns& prefixes, std::string_view header) {
    return std::ranges::any_of(prefixes, [&](auto prefix) { return header.starts_with(prefix); });
}

// The longer pattern wins; on a tie, the one without `*`.
bool is_closer(const FolderRow& left, const FolderRow& right) {
    const auto depth = [](std::string_view f) { return std::ranges::count(f, '/'); };
    if (depth(left.folder) != depth(right.folder)) return depth(left.folder) > depth(right.folder);
    return left.folder.front() != '*' && right.folder.front() == '*';
}

const FolderRow* row_of(std::string_view path) {
    const FolderRow* closest = nullptr;
    for (const FolderRow& row : folder_rows())
        if (fits(row.folder, path, {}) && (closest == nullptr || is_closer(row, *closest)))
            closest = &row;
    return closest;
}

struct Place {
    std::string_view path;  // Path relative to src/.
    const FolderRow* row;
    bool is_test;
};

// A row with a `*` covers several modules, which must not include each other.
bool is_own(const Place& from, std::string_view header) {
    return row_of(header) == from.row &&
           (from.row->folder.front() != '*' || first_name(header) == first_name(from.path));
}

bool is_same_adapter(const Place& from, std::string_view header) {
    constexpr std::string_view kAdapter = "adapter/";
    if (!from.path.starts_with(kAdapter)) return false;
    return is_below(header, from.path.substr(0, from.path.find('/', kAdapter.size())));
}

// test_*.cpp is not test code, because production code could use it through its header.
bool is_test_code(std::string_view path) {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    return path.starts_with("tests/") || name.ends_with("_test.cpp") ||
           (name.starts_with("test_") && name.ends_with(".hpp"));
}

// An empty answer means that the include is fine.
std::string why_ours_is_wrong(const Place& from, std::string_view header) {
    if (header.find('/') == header.npos) return "write the path from src/";
    if (!from.is_test && is_test_code(header)) return "production code includes no test code";
    if (is_own(from, header)) return {};
    if (fits_one(from.row->may_include, header, first_name(from.path))) return {};
    if (from.is_test && (fits_one(kTestsMayInclude, header, {}) || is_same_adapter(from, header)))
        return {};
    return fmt::format("{} may include {}", from.row->folder,
                       from.row->may_include.empty()
                           ? "only std"
                           : fmt::format("only {}", fmt::join(from.row->may_include, ", ")));
}

std::string why_vendor_is_wrong(const Place& from, std::string_view header) {
    if (header.find_first_of("/.") == header.npos) return {};  // std
    if (from.is_test && starts_with_one(kTestVendors, header)) return {};
    const auto vendor = std::ranges::find_if(
        vendor_rows(), [&](const VendorRow& row) { return header.starts_with(row.header_prefix); });
    if (vendor == vendor_rows().end()) return "this vendor has no home yet: add a row to kVendors";
    if (fits_one(vendor->homes, from.path, {})) return {};
    if (vendor->homes.empty()) return "belongs to tests";
    return fmt::format("belongs to {}", fmt::join(vendor->homes, ", "));
}

Violations violations_of(const SourceFile& file) {
    const std::string_view path = std::string_view{file.path}.substr(kRoot.size());
    const Place from{path, row_of(path), is_test_code(path)};
    if (from.row == nullptr)
        return {violation(file.path, 1, path, "its folder has no row in kFolders")};
    Violations found;
    for (const IncludeLine& include : includes_of(file)) {
        const std::string reason = include.quoted ? why_ours_is_wrong(from, include.header)
                                                  : why_vendor_is_wrong(from, include.header);
        if (!reason.empty())
            found.push_back(violation(file.path, include.number, include.header, reason));
    }
    return found;
}

}  // namespace

Violations include_violations(const SourceTree& tree) {
    Violations found;
    for (const SourceFile& file : tree)
        if (file.path.starts_with(kRoot))
            for (std::string& text : violations_of(file))
                found.push_back(std::move(text));
    return found;
}

Violations stale_rows(const SourceTree& tree) {
    Violations found;
    for (const FolderRow& row : folder_rows())
        if (std::ranges::none_of(tree, [&](const SourceFile& file) {
                return file.path.starts_with(kRoot) &&
                       row_of(std::string_view{file.path}.substr(kRoot.size())) == &row;
            }))
            found.push_back(violation(row.folder, 1, "kFolders", "no file is below this folder"));
    return found;
}

}  // namespace onsale::architecture
