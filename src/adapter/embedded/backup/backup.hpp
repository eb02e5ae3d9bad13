#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "adapter/embedded/journal/folder_notice.hpp"
#include "adapter/embedded/journal/sqlite.hpp"

namespace onsale::embedded {

// Copies the journal, audit log, secrets, pictures and Demo Pay's payments of a live folder into
// one file (mode 0600) while the writer runs. A failed backup leaves no file. Throws
// std::runtime_error. Secrets are included: without them no token and no guest can be recognized.
void make_backup(const Storage& storage, const std::filesystem::path& file);

// Unpacks a backup into an empty folder. The folder stays empty on failure. Throws
// std::runtime_error.
void restore_backup(const std::filesystem::path& file, const std::filesystem::path& folder);

// Removes what a restore has unpacked. REQUIRES: the restore succeeded, so the folder was empty.
void discard_restored(const std::filesystem::path& folder);

// The result of reading a folder's whole journal.
struct JournalReport {
    std::uint64_t rows = 0;
    std::uint64_t facts = 0;
    std::uint64_t messages = 0;  // Messages of the outbox, each checked against its facts.
    std::uint64_t events = 0;
    std::uint64_t places = 0;
    // 0: no snapshot of this version. Otherwise the snapshot was compared with the replay.
    std::uint64_t snapshot_seq = 0;
    FolderNotices notices{};  // Files that are damaged but not needed.
};

// Replays everything from the first row and compares with the snapshot and the outbox. Throws
// BadJournal.
// REQUIRES: no server uses the folder.
JournalReport verify_journal(const Storage& storage);

// Restores and verifies. A backup that cannot be replayed completely leaves the folder empty, so
// that no server starts on it.
JournalReport restore_verified(const std::filesystem::path& file,
                               const std::filesystem::path& folder);

}  // namespace onsale::embedded
