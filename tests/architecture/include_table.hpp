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

// The row with the longest matching folder applies to a file.
const std::vector<FolderRow>& folder_rows();
// The first matching prefix applies to a header.
const std::vector<VendorRow>& vendor_rows();

// The table of CONTRIBUTING.md.
std::string folder_table();

}  // namespace onsale::architecture
