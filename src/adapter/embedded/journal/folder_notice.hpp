#pragma once

#include <string>
#include <vector>

namespace onsale::embedded {

// A file of the data folder that was not as it was written, and that nothing depends on: what was
// found, and what was done instead of reading it.
struct FolderNotice {
    std::string file;
    std::string found;
    std::string done;
};

using FolderNotices = std::vector<FolderNotice>;

}  // namespace onsale::embedded
