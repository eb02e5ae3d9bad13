#pragma once

#include <cstdint>
#include <string>

#include <sys/stat.h>

namespace onsale::runtime {

// Tells whether a file was replaced or written since the last look. Costs one stat.
struct FileVersion {
    ino_t inode = 0;
    off_t size = 0;
    std::int64_t modified_ns = 0;

    friend bool operator==(const FileVersion&, const FileVersion&) = default;
};
FileVersion version_of(const struct stat& status);
// The version of no file if there is none.
FileVersion version_of(const std::string& path);

}  // namespace onsale::runtime
