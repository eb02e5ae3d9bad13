#pragma once

#include <filesystem>
#include <optional>

#include "adapter/embedded/backup/backup.hpp"
#include "base/time.hpp"

namespace onsale::embedded {

struct RestoreRequest {
    std::filesystem::path file;
    std::filesystem::path folder;
    bool verify = false;  // Replays the restored journal to its end before reporting success.
};

// Restores a backup so that a server may start on it: locks the folder, unpacks the backup, begins
// with a new key, and records the restore in the audit log. A backup that cannot be unpacked leaves
// the folder as it was.
// Returns what the verification has read. Throws std::runtime_error.
std::optional<JournalReport> restore_folder(const RestoreRequest& request, Instant now);

}  // namespace onsale::embedded
