#pragma once

#include <memory>
#include <string>

#include <sqlite3.h>

#include "tests/support/disk_state.hpp"

namespace onsale::test {

// Registers a disk with SQLite under a unique name for the lifetime of this object. REQUIRES: the
// disk outlives this object.
class TornVfs {
  public:
    explicit TornVfs(DiskState& disk);
    ~TornVfs();
    TornVfs(const TornVfs&) = delete;
    TornVfs& operator=(const TornVfs&) = delete;

    const char* name() const { return name_.c_str(); }

  private:
    std::string name_;
    sqlite3_vfs vfs_{};
};

}  // namespace onsale::test
