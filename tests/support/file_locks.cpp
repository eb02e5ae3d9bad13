#include "tests/support/file_locks.hpp"

#include <algorithm>

#include <sqlite3.h>

namespace onsale::test {

// SQLite defines PENDING only in its own sources. It is between RESERVED and EXCLUSIVE: existing
// readers may finish and new ones are rejected, so that a writer does not starve.
constexpr int kLockPending = 3;

FileLocks::Answer FileLocks::lock(Holder holder, int level) {
    int& mine = levels_[holder];
    if (mine >= level) return Answer::kGranted;
    const int others = strongest_of_others(holder);
    if (level == SQLITE_LOCK_SHARED) {
        if (others >= kLockPending) return Answer::kBusy;
    } else if (others >= SQLITE_LOCK_RESERVED) {
        return Answer::kBusy;
    } else if (level == SQLITE_LOCK_EXCLUSIVE && others == SQLITE_LOCK_SHARED) {
        mine = kLockPending;
        return Answer::kBusy;
    }
    mine = level;
    return Answer::kGranted;
}

void FileLocks::unlock(Holder holder, int level) {
    const auto held = levels_.find(holder);
    if (held == levels_.end()) return;
    held->second = std::min(held->second, level);
    if (held->second == SQLITE_LOCK_NONE) levels_.erase(held);
}

bool FileLocks::is_reserved() const {
    return strongest_of_others(nullptr) >= SQLITE_LOCK_RESERVED;
}

int FileLocks::strongest_of_others(Holder holder) const {
    int strongest = SQLITE_LOCK_NONE;
    for (const auto& [other, level] : levels_)
        if (other != holder) strongest = std::max(strongest, level);
    return strongest;
}

}  // namespace onsale::test
