#include "tests/architecture/include_rule.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace onsale::architecture {
namespace {

using Patterns = std::vector<std::string_view>;

// A pattern is a folder. `X` is the module of the including file, and `*` matches any single name.
struct FolderRow {
    std::string_view folder;
    Patterns may_include;
};

// The first matching row applies. Every file may include its own folder and std.
const std::vector<FolderRow> kFolders = {
    {"base", {}},
    {"token", {"base"}},
    {"runtime", {"base"}},
    {"main",
     {"base", "token", "runtime", "*/domain", "sale/advice", "*/codec", "*/port", "*/app",
      "adapter/*", "web"}},
    {"web", {"adapter/http"}},
    {"adapter/http",
     {"base", "token", "runtime", "*/domain", "sale/advice", "*/codec", "*/port", "*/app"}},
    {"adapter/schedule", {"base", "token", "runtime", "*/domain", "*/codec", "*/port", "*/app"}},
    {"adapter/bridge", {"base", "*/domain", "*/codec", "*/port", "*/app"}},
    {"adapter/*", {"base", "token", "runtime", "*/domain", "sale/advice", "*/codec", "*/port"}},
    {"sale/advice", {"base"}},
    {"sale/domain", {"base", "*/domain"}},
    {"sale/codec", {"base", "*/domain"}},
    {"sale/app", {"base", "*/domain", "*/port"}},
    {"*/domain", {"base"}},
    {"*/codec", {"base", "X/domain"}},
    {"*/port", {"base", "X/domain"}},
    {"*/app", {"base", "X/domain", "X/port"}},
};

// A home is a folder pattern or the full path of one file.
struct VendorRow {
    std::string_view header_prefix;
    Patterns homes;
};

const Patterns kAsio = {"runtime", "*/app", "adapter/*", "main"};
const Patterns kAwaitable = {"runtime", "*/port", "*/app", "adapter/*", "main"};
// Key files must be readable only by their owner, which needs system calls.
const Patterns kSystem = {"token", "runtime", "adapter/*", "main"};
const Patterns kText = {"token", "runtime", "*/codec", "*/app", "adapter/*", "main"};
const Patterns kTestsOnly = {};

// The first matching prefix applies. A header without a row is allowed nowhere.
const std::vector<VendorRow> kVendors = {
    {"openssl/", {"token", "base/sha256.cpp", "adapter/http", "adapter/redis", "main"}},
    {"cjose/", {"token"}},
    {"jansson.h", {"token"}},
    {"sqlite3.h", {"adapter/embedded"}},
    {"boost/asio/awaitable.hpp", kAwaitable},
    {"boost/asio", kAsio},
    {"boost/beast", kAsio},
    {"boost/system/", kAsio},
    {"boost/json", {"*/codec", "token", "adapter/http", "main"}},
    {"toml++/", {"main"}},
    {"date/", {"runtime"}},
    {"CLI/", {"main"}},
    {"zlib.h", {"adapter/http"}},
    {"fmt/", kText},
    {"hiredis/", {"adapter/redis"}},
    {"librdkafka/", {"adapter/kafka"}},
    {"libpq", {"adapter/postgres"}},
    {"gtest/", kTestsOnly},
    {"gmock/", kTestsOnly},
    {"rapidcheck", kTestsOnly},
    {"sys/", kSystem},
    {"netinet/", kSystem},
    {"arpa/", kSystem},
    {"linux/", kSystem},
    {"netdb.h", kSystem},
    {"poll.h", kSystem},
    {"malloc.h", kSystem},
    {"pthread.h", kSystem},
    {"sched.h", kSystem},
    {"unistd.h", kSystem},
    {"fcntl.h", kSystem},
    {"signal.h", kSystem},
};

// A test beside its source may also include these: shared test code, and the embedded adapters as
// fakes of the ports.
const Patterns kTestsMayInclude = {"tests/support", "adapter/embedded"};
const Patterns kTestVendors = {"gtest/", "gmock/", "rapidcheck"};

std::string_view first_name(std::string_view path) {
    return path.substr(0, path.find('/'));
}

// "waiting_room/domain/line.hpp" is in "waiting_room/domain", "base/id.hpp" is in "base".
std::string_view folder_of(std::string_view path) {
    const auto first = path.find('/');
    if (first == path.npos) return {};
    const auto second = path.find('/', first + 1);
    return path.substr(0, second == path.npos ? first : second);
}

bool fits(std::string_view pattern, std::string_view folder, std::string_view module) {
    const auto slash = pattern.find('/');
    const std::string_view head = first_name(pattern);
    if (slash == pattern.npos || (head != "*" && head != "X"))
        return pattern == folder || (pattern.ends_with("/*") && first_name(folder) == head &&
                                     folder.size() > head.size());
    return folder.ends_with(pattern.substr(slash)) && first_name(folder) != "adapter" &&
           (head == "*" || first_name(folder) == module);
}

bool fits_one(const Patterns& patterns, std::string_view folder, std::string_view module) {
    return std::ranges::any_of(patterns, [&](auto p) { return fits(p, folder, module); });
}

bool starts_with_one(const Patterns& prefixes, std::string_view header) {
    return std::ranges::any_of(prefixes, [&](auto prefix) { return header.starts_with(prefix); });
}

bool is_std(std::string_view header) {
    return header.find_first_of("/.") == header.npos;
}

// Location of the including file: its path below src/, its folder and its row.
struct Place {
    std::string_view path;
    std::string_view folder;
    const FolderRow* row;
    bool is_test;
};

// Returns an empty string if the include is allowed.
std::string why_ours_is_wrong(const Place& from, std::string_view header) {
    const std::string_view to = folder_of(header);
    if (to.empty()) return "write the path from src/";
    if (to == from.folder) return {};
    if (fits_one(from.row->may_include, to, first_name(from.folder))) return {};
    if (from.is_test && fits_one(kTestsMayInclude, to, {})) return {};
    return fmt::format("{} may include {}", from.folder,
                       from.row->may_include.empty()
                           ? "only std"
                           : fmt::format("only {}", fmt::join(from.row->may_include, ", ")));
}

std::string why_vendor_is_wrong(const Place& from, std::string_view header) {
    if (is_std(header)) return {};
    if (from.is_test && starts_with_one(kTestVendors, header)) return {};
    const auto vendor = std::ranges::find_if(
        kVendors, [&](const VendorRow& row) { return header.starts_with(row.header_prefix); });
    if (vendor == kVendors.end()) return "this vendor has no home yet: add a row to kVendors";
    if (fits_one(vendor->homes, from.folder, {})) return {};
    if (std::ranges::find(vendor->homes, from.path) != vendor->homes.end()) return {};
    if (vendor->homes.empty()) return "belongs to tests";
    return fmt::format("belongs to {}", fmt::join(vendor->homes, ", "));
}

const FolderRow* row_of(std::string_view folder) {
    const auto row = std::ranges::find_if(
        kFolders, [&](const FolderRow& candidate) { return fits(candidate.folder, folder, {}); });
    return row == kFolders.end() ? nullptr : &*row;
}

}  // namespace

Violations include_violations(const SourceTree& tree) {
    constexpr std::string_view kRoot = "src/";
    Violations found;
    for (const SourceFile& file : tree) {
        if (!file.path.starts_with(kRoot)) continue;
        const std::string_view path = std::string_view{file.path}.substr(kRoot.size());
        const std::string_view folder = folder_of(path);
        const bool is_test = path.ends_with("test.cpp") || path.ends_with("_test_support.hpp");
        const Place from{path, folder, row_of(folder), is_test};
        if (from.row == nullptr) {
            found.push_back(violation(file.path, 1, folder, "this folder has no row in kFolders"));
            continue;
        }
        for (const IncludeLine& include : includes_of(file)) {
            const std::string reason = include.quoted ? why_ours_is_wrong(from, include.header)
                                                      : why_vendor_is_wrong(from, include.header);
            if (!reason.empty())
                found.push_back(violation(file.path, include.number, include.header, reason));
        }
    }
    return found;
}

}  // namespace onsale::architecture
