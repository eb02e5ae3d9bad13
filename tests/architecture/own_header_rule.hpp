#pragma once

#include "tests/architecture/source_tree.hpp"

namespace onsale::architecture {

// A source with a header of the same name must include that header first. Compiling the source then
// proves that the header includes everything it needs.
Violations own_header_violations(const SourceTree& tree);

}  // namespace onsale::architecture
