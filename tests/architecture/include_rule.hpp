#pragma once

#include "tests/architecture/source_tree.hpp"

namespace onsale::architecture {

// Checks every include below src/ against the tables of include_table.cpp.
Violations include_violations(const SourceTree& tree);

// Rows whose folder does not exist.
Violations stale_rows(const SourceTree& tree);

}  // namespace onsale::architecture
