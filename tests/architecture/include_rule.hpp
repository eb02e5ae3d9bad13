#pragma once

#include "tests/architecture/source_tree.hpp"

namespace onsale::architecture {

// Checks every #include below src/ against the table of CONTRIBUTING.md: which folders may include
// which, and which folders may include the headers of a vendor.
Violations include_violations(const SourceTree& tree);

}  // namespace onsale::architecture
