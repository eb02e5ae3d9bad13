#include "runtime/file/file_version.hpp"

namespace onsale::runtime {

FileVersion version_of(const struct stat& status) {
    constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;
    return {.inode = status.st_ino,
            .size = status.st_size,
            .modified_ns = status.st_mtim.tv_sec * kNanosecondsPerSecond + status.st_mtim.tv_nsec};
}

FileVersion version_of(const std::string& path) {
    struct stat status{};
    return ::stat(path.c_str(), &status) == 0 ? version_of(status) : FileVersion{};
}

}  // namespace onsale::runtime
