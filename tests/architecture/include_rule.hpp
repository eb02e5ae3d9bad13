#pragma once

#include "tests/architecture/source_tree.hpp"

namespace onsale::architecture {

// Checks every #include below src/ against the table of CONTRIBUTING.md: who may include whom,
// and in which folders the headers of a vendor may appear at all.
Violations include_violations(const SourceTree& tree);

}  // namespace onsale::architecture
