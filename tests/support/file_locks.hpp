#pragma once

#include <map>

namespace onsale::test {

// SQLite's lock of a database file with five levels, held by any number of open handles.
class FileLocks {
  public:
    using Holder = const void*;
    enum class Answer { kGranted, kBusy };

    // `level` is one of SQLITE_LOCK_SHARED, RESERVED, EXCLUSIVE.
    Answer lock(Holder holder, int level);
    // `level` is SQLITE_LOCK_SHARED or NONE.
    void unlock(Holder holder, int level);
    // True if any handle holds RESERVED or a higher level.
    bool is_reserved() const;

  private:
    int strongest_of_others(Holder holder) const;

    std::map<Holder, int> levels_;
};

}  // namespace onsale::test
