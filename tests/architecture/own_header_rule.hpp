#pragma once

#include "tests/architecture/source_tree.hpp"

namespace onsale::architecture {

// A source with a header of the same name beside it includes that header before anything else, so
// that compiling the source proves that the header includes all it needs.
Violations own_header_violations(const SourceTree& tree);

}  // namespace onsale::architecture
