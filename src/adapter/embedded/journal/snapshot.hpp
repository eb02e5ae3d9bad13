#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "adapter/embedded/journal/folder_notice.hpp"
#include "adapter/embedded/journal/journal.hpp"
#include "adapter/embedded/journal/sqlite.hpp"
#include "base/sha256.hpp"
#include "base/yield_callback.hpp"
#include "sale/domain/state.hpp"

namespace onsale::embedded {

// The whole state after one journal row. A snapshot only saves time: the journal is complete
// without it. A missing or damaged snapshot is therefore ignored and is not an error.
struct Snapshot {
    std::uint64_t seq = 0;
    Sha256Digest chain{};  // The journal's chain at that row.
    std::unique_ptr<sale::State> state;
    std::string file{};  // The file from which it was read.
    // The state lacks something that this version stores. It may differ from a replay in that.
    bool is_older_version = false;
};

// The newer valid one of the two slots; none if there is none. `notices` receives the invalid ones.
std::optional<Snapshot> load_snapshot(const Storage& storage, FolderNotices* notices = nullptr);
// The same, and reads the other slot too, so that its damage is noticed.
std::optional<Snapshot> check_snapshots(const Storage& storage, FolderNotices& notices);

// Throws BadJournal, with advice, for a snapshot beyond the journal's last row.
// REQUIRES: the journal reaches its own mark.
void require_not_beyond(const Snapshot& snapshot, const Journal& journal);

// Builds the next snapshot from the last one and the journal rows since, while the writer runs, and
// writes it to the older slot. A snapshot of an older version is replaced, even without new rows,
// by a replay of the whole journal. Returns its row. Throws SqliteError if it cannot be written.
std::uint64_t take_snapshot(const Storage& storage, const YieldCallback& yield = no_yield);

}  // namespace onsale::embedded
