#pragma once

#include <vector>

#include "tests/architecture/include_table.hpp"
#include "tests/architecture/source_tree.hpp"

namespace onsale::architecture {

// Checks every include below src/ against the tables of include_table.cpp.
Violations include_violations(const SourceTree& tree);

// Rows whose folder does not exist.
Violations stale_rows(const SourceTree& tree);

// Entries of a row that none of its files uses, and homes of a vendor that do not include it. The
// folders of one adapter share their entries. `base` is for all and never stale.
Violations stale_entries(const SourceTree& tree);

// An API that replaces another product's, adapter/http/dropin*, has a row of its own, which names
// only ports and what all routes share.
Violations dropins_without_row(const SourceTree& tree,
                               const std::vector<FolderRow>& rows = folder_rows());

}  // namespace onsale::architecture
