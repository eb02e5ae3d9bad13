#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace onsale::architecture {

// A pattern is a folder below src/ and stands for everything below it. `*` is any module name, `X`
// the module of the including file.
using Patterns = std::vector<std::string_view>;

struct FolderRow {
    std::string_view folder;
    Patterns may_include;
    std::string_view why;
};

// A home is a folder pattern, or one file named in full.
struct VendorRow {
    std::string_view header_prefix;
    Patterns homes;
};

std::string_view first_name(std::string_view path);
bool is_below(std::string_view path, std::string_view folder);
// `path` is a file below src/, `module` the first folder of the including file.
bool fits(std::string_view pattern, std::string_view path, std::string_view module);

const std::vector<FolderRow>& folder_rows();
// The row with the longest matching folder, which applies to the file. Null if there is none.
const FolderRow* row_of(std::string_view path);
// The first matching prefix applies to a header.
const std::vector<VendorRow>& vendor_rows();

// The table of CONTRIBUTING.md.
std::string folder_table();

}  // namespace onsale::architecture
