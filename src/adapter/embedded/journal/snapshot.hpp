#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "adapter/embedded/journal/folder_notice.hpp"
#include "adapter/embedded/journal/journal.hpp"
#include "adapter/embedded/journal/sqlite.hpp"
#include "base/breath.hpp"
#include "base/sha256.hpp"
#include "sale/domain/state.hpp"

namespace onsale::embedded {

// The whole state as it was after one journal row. A snapshot only saves time: the journal is
// complete without it, so a missing or damaged one is ignored, never an error.
struct Snapshot {
    std::uint64_t seq = 0;
    Sha256Digest chain{};  // The journal's chain at that row.
    std::unique_ptr<sale::State> state;
    std::string file{};  // Where it was found.
};

// The newer sound one of the two slots; nothing if there is none. `notices` hears of the others.
std::optional<Snapshot> load_snapshot(const Storage& storage, FolderNotices* notices = nullptr);

// Throws BadJournal, with what to do, for a snapshot that stands beyond the journal's last row.
// REQUIRES: the journal reaches its own mark.
void require_not_beyond(const Snapshot& snapshot, const Journal& journal);

// Builds the next snapshot beside the writer, from the last one and the journal rows since, and
// writes it to the older slot. The row it now stands at; throws SqliteError
// when it cannot be written.
std::uint64_t take_snapshot(const Storage& storage, const Breath& breath = no_rest);

}  // namespace onsale::embedded
