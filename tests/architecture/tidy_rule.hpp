#pragma once

#include "tests/architecture/source_tree.hpp"

namespace onsale::architecture {

// The rules of CONTRIBUTING.md that a line or a file shows by itself; each names its places.
Violations columns_beyond_limit(const SourceTree& tree);
Violations headers_without_pragma_once(const SourceTree& tree);
Violations files_over_budget(const SourceTree& tree);
Violations banned_words(const SourceTree& tree);
Violations banned_type_names(const SourceTree& tree);
Violations default_labels(const SourceTree& tree);

// A header below src/ that only its own source and its own test include serves nobody.
Violations dead_headers(const SourceTree& tree);

// Paths that exist only on somebody's machine.
Violations private_paths(const SourceTree& tree);

}  // namespace onsale::architecture
