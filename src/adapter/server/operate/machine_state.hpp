#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <sys/resource.h>

#include "adapter/embedded/journal/sqlite.hpp"
#include "base/time.hpp"

namespace onsale::server {

// The state of this machine, as preflight and the health page judge it for a server in production.
struct DiskSpace {
    static constexpr std::uint64_t kFreeWanted = std::uint64_t{2} << 30;

    std::uint64_t free = 0;
    std::uint64_t total = 0;

    bool is_enough() const { return free >= kFreeWanted; }
};
// Zero when it is not known.
DiskSpace disk_space(const std::string& folder);

struct BackupAge {
    static constexpr Duration kAllowed = std::chrono::hours{24};

    std::optional<Duration> age;  // Nullopt: no backup was made.

    bool is_recent() const { return age && *age <= kAllowed; }
};
BackupAge backup_age(const embedded::Storage& storage);

struct DescriptorLimit {
    static constexpr rlim_t kWanted = 65'536;

    rlim_t allowed = 0;

    bool is_enough() const { return allowed >= kWanted; }
};
DescriptorLimit descriptor_limit();

// Whether the wall clock has been stepped so little that nobody notices.
bool is_small_step(Duration step);

// Time since the file was written, never negative. Nothing when there is no such file.
std::optional<Duration> file_age(const std::filesystem::path& path);

}  // namespace onsale::server
