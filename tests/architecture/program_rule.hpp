#pragma once

#include "tests/architecture/source_tree.hpp"

namespace onsale::architecture {

// src/program implements no port and no handler: no class of it derives from one that is not in
// std.
Violations implementing_programs(const SourceTree& tree);

// src/program has no timer, no SQL, no handler of requests and derives no keys.
Violations working_programs(const SourceTree& tree);

}  // namespace onsale::architecture
