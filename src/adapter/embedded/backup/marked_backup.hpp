#pragma once

#include <cstdint>
#include <filesystem>

#include "adapter/embedded/journal/sqlite.hpp"
#include "base/result.hpp"
#include "base/time.hpp"
#include "operate/port/server_reports.hpp"

namespace onsale::embedded {

// A file in the data folder. Its age is that of the last backup.
constexpr const char* kBackupMark = "last-backup";

// Makes a backup beside a running server, notes its time and returns its size in bytes.
Result<std::uint64_t, operate::Failure> make_marked_backup(const Storage& storage,
                                                           const std::filesystem::path& file,
                                                           Instant now);

}  // namespace onsale::embedded
