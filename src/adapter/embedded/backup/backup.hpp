#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "adapter/embedded/journal/folder_notice.hpp"
#include "adapter/embedded/journal/sqlite.hpp"

namespace onsale::embedded {

// Copies a live folder's journal, audit log, secrets, pictures and Demo Pay's payments into one
// file (mode 0600) while the writer goes on. A backup that fails leaves no file. Throws
// std::runtime_error. Secrets are part of it: without them no token and no guest is known.
void make_backup(const Storage& storage, const std::filesystem::path& file);

// Unpacks a backup into an empty folder, which stays empty if that fails. Throws
// std::runtime_error.
void restore_backup(const std::filesystem::path& file, const std::filesystem::path& folder);

// What a whole reading of a folder's journal found.
struct JournalReport {
    std::uint64_t rows = 0;
    std::uint64_t facts = 0;
    std::uint64_t messages = 0;  // Of the outbox; each is what its facts tell.
    std::uint64_t events = 0;
    std::uint64_t places = 0;
    std::uint64_t snapshot_seq = 0;  // 0: no snapshot; else it was compared with the replay.
    FolderNotices notices{};         // Files that were not as written and are not needed.
};

// Replays everything from the first row and compares with the snapshot and the outbox; throws
// BadJournal.
// REQUIRES: no server uses the folder.
JournalReport verify_journal(const Storage& storage);

// Both: a backup that does not replay to its end leaves no folder that a server would start on.
JournalReport restore_verified(const std::filesystem::path& file,
                               const std::filesystem::path& folder);

}  // namespace onsale::embedded
