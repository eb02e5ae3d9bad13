#pragma once

#include "tests/architecture/source_tree.hpp"

namespace onsale::architecture {

// Rules of CONTRIBUTING.md that can be checked on a single line or file. Each reports its
// violations.
Violations columns_beyond_limit(const SourceTree& tree);
Violations headers_without_pragma_once(const SourceTree& tree);
Violations files_over_budget(const SourceTree& tree);
Violations banned_words(const SourceTree& tree);
Violations banned_type_names(const SourceTree& tree);
Violations default_labels(const SourceTree& tree);

// Headers below src/ that only their own source and tests include. Headers for tests are exempt.
Violations dead_headers(const SourceTree& tree);

// Paths that exist only on the machine of one developer.
Violations private_paths(const SourceTree& tree);

}  // namespace onsale::architecture
