#include "adapter/server/operate/machine_state.hpp"

#include <algorithm>
#include <system_error>

#include <sys/statvfs.h>

#include "adapter/embedded/backup/marked_backup.hpp"

namespace onsale::server {

DiskSpace disk_space(const std::string& folder) {
    struct statvfs status{};
    if (::statvfs(folder.c_str(), &status) != 0) return {};
    return {.free = std::uint64_t{status.f_bavail} * status.f_frsize,
            .total = std::uint64_t{status.f_blocks} * status.f_frsize};
}

BackupAge backup_age(const embedded::Storage& storage) {
    return {file_age(storage.path(embedded::kBackupMark))};
}

DescriptorLimit descriptor_limit() {
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    return {limit.rlim_cur};
}

bool is_small_step(Duration step) {
    return std::chrono::abs(step) < std::chrono::seconds{1};
}

std::optional<Duration> file_age(const std::filesystem::path& path) {
    std::error_code error;
    const auto written = std::filesystem::last_write_time(path, error);
    if (error) return std::nullopt;
    const auto age = std::filesystem::file_time_type::clock::now() - written;
    return std::max(Duration{0}, std::chrono::duration_cast<Duration>(age));
}

}  // namespace onsale::server
