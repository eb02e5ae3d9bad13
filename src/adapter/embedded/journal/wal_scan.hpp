#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "adapter/embedded/journal/sqlite.hpp"

namespace onsale::embedded {

// The place where a write-ahead log is damaged before its end.
struct WalDamage {
    std::uint64_t frame = 0;  // From 1.
    std::uint64_t offset = 0;
    std::string message;
};

// Reads the log as SQLite does, and beyond: a bad frame followed by two commits of the same log was
// not torn by a crash, because each commit is synced before the next one starts.
std::optional<WalDamage> scan_wal(const Storage& storage, std::string_view file);

}  // namespace onsale::embedded
