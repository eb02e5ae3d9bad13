#pragma once

#include <string>
#include <vector>

#include "tests/architecture/source_tree.hpp"

namespace onsale::architecture {

// At most 40 files in a folder.
Violations crowded_folders(const std::vector<std::string>& paths);

// Each folder src/A/B, and each folder src/A with files of its own, has a README.md of 5 to 30
// lines. Its title has the folder's path and what it is for; it says what may be included, where to
// start reading, and how to add one more.
Violations missing_readmes(const SourceTree& readmes, const std::vector<std::string>& paths);

// Each file that a README names in backticks exists. `paths` has all files. A name with folders is
// the end of a path.
Violations readme_names_without_file(const SourceTree& readmes,
                                     const std::vector<std::string>& paths);

// The namespace is onsale and the module: src/seat/domain has onsale::seat, src/adapter/http/guest
// has onsale::http. src/base has onsale. Below tests it is onsale and the folder; tests/simulation
// has onsale::sim, tests/support has onsale::test. benchmarks has onsale::bench.
Violations wrong_namespaces(const SourceTree& tree);

// A header for tests is named test_*.hpp, a test *_test.cpp. No other source has "test" as a word
// of its name.
Violations misnamed_test_helpers(const std::vector<std::string>& paths);

// Each *_test.cpp has a case. Definitions that only tests need are named otherwise.
Violations tests_without_case(const SourceTree& tree);

// The line below an ADR's title is "Status: accepted" or "Status: superseded by ADR N", perhaps
// with more words.
Violations missing_statuses(const SourceTree& adrs);

}  // namespace onsale::architecture
