#pragma once

#include <string>
#include <vector>

namespace onsale::embedded {

// A file of the data folder that was damaged and is not needed: the problem found, and how it was
// handled.
struct FolderNotice {
    std::string file;
    std::string found;
    std::string done;
};

using FolderNotices = std::vector<FolderNotice>;

}  // namespace onsale::embedded
