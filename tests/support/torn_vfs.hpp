#pragma once

#include <memory>
#include <string>

#include <sqlite3.h>

#include "tests/support/disk_state.hpp"

namespace onsale::test {

// Makes a disk known to SQLite under a name of its own, for as long as this lives.
// REQUIRES: the disk lives longer.
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
