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
const Patterns kTestVendors = {"gtest/", "rapidcheck", "dlfcn.h"};

bool fits_one(const Patterns& patterns, std::string_view path, std::string_view module) {
    return std::ranges::any_of(patterns, [&](auto p) { return fits(p, path, module); });
}

bool starts_with_one(const Patterns& prefixes, std::string_view header) {
    return std::ranges::any_of(prefixes, [&](auto prefix) { return header.starts_with(prefix); });
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

std::vector<VendorRow>::const_iterator vendor_of(std::string_view header) {
    return std::ranges::find_if(
        vendor_rows(), [&](const VendorRow& row) { return header.starts_with(row.header_prefix); });
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
    const auto vendor = vendor_of(header);
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

// The folders of one adapter share their entries: one is stale only if none of them uses it.
std::string_view sharers_of(const FolderRow& row) {
    constexpr std::string_view kAdapter = "adapter/";
    if (!row.folder.starts_with(kAdapter)) return row.folder;
    return row.folder.substr(0, row.folder.find('/', kAdapter.size()));
}

// A file below src/ and one header that it includes.
struct Use {
    std::string_view path;
    const FolderRow* row;
    std::string header;
    bool quoted;
};

std::vector<Use> uses_in(const SourceTree& tree) {
    std::vector<Use> uses;
    for (const SourceFile& file : tree) {
        if (!file.path.starts_with(kRoot)) continue;
        const std::string_view path = std::string_view{file.path}.substr(kRoot.size());
        if (const FolderRow* const row = row_of(path))
            for (const IncludeLine& include : includes_of(file))
                uses.push_back({path, row, include.header, include.quoted});
    }
    return uses;
}

bool is_used(const FolderRow& row, std::string_view entry, const std::vector<Use>& uses) {
    return std::ranges::any_of(uses, [&](const Use& use) {
        return use.quoted && sharers_of(*use.row) == sharers_of(row) &&
               fits(entry, use.header, first_name(use.path));
    });
}

// An empty home stands for any.
bool is_used(const VendorRow& row, std::string_view home, const std::vector<Use>& uses) {
    return std::ranges::any_of(uses, [&](const Use& use) {
        if (use.quoted) return false;
        const auto vendor = vendor_of(use.header);
        return vendor != vendor_rows().end() && &*vendor == &row &&
               (home.empty() || fits(home, use.path, {}));
    });
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

Violations stale_entries(const SourceTree& tree) {
    const std::vector<Use> uses = uses_in(tree);
    Violations found;
    for (const FolderRow& row : folder_rows())
        for (const std::string_view entry : row.may_include)
            if (entry != "base" && !is_used(row, entry, uses))
                found.push_back(violation(row.folder, 1, entry, "nobody includes it"));
    for (const VendorRow& row : vendor_rows())
        for (const std::string_view home : row.homes.empty() ? Patterns{""} : row.homes)
            if (!is_used(row, home, uses))
                found.push_back(violation(row.header_prefix, 1, home, "does not include it"));
    return found;
}

Violations dropins_without_row(const SourceTree& tree, const std::vector<FolderRow>& rows) {
    constexpr std::string_view kDropin = "src/adapter/http/dropin";
    const Patterns allowed = {"base", "*/port", "adapter/http/transport", "adapter/http/api"};
    Violations found;
    for (const SourceFile& file : tree) {
        if (!file.path.starts_with(kDropin)) continue;
        const std::string_view folder =
            std::string_view{file.path}.substr(0, file.path.find('/', kDropin.size()));
        const auto row = std::ranges::find(rows, folder.substr(kRoot.size()), &FolderRow::folder);
        if (row == rows.end())
            found.push_back(violation(file.path, 1, folder, "a drop-in API needs its own row"));
        else if (!std::ranges::all_of(row->may_include, [&](std::string_view entry) {
                     return std::ranges::find(allowed, entry) != allowed.end();
                 }))
            found.push_back(violation(file.path, 1, folder, "a drop-in API sees ports only"));
    }
    return found;
}

}  // namespace onsale::architecture
