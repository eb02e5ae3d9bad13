#pragma once

#include "tests/architecture/source_tree.hpp"

namespace onsale::architecture {

// The first sentence of "May include: " names the folders of the room's rows in the table, in
// backticks. "what `adapter/http/api` may" stands for all that the folder may include. A room
// without a row of its own has those of the folder above it.
Violations wrong_includes_in_readmes(const SourceTree& readmes);

}  // namespace onsale::architecture
