#pragma once

#include <string>

#include "adapter/embedded/journal/sqlite.hpp"
#include "tests/support/torn_disk.hpp"

namespace onsale::sim {

// The last backup of a simulated disk, made and unpacked by the real programs in folders of the
// real file system, which has no accidents: backups are kept elsewhere.
class BackupShelf {
  public:
    // Replaces the last one.
    void make(const test::TornDisk& disk, const embedded::Storage& of);
    // Into a folder that is still empty; false when the disk fails meanwhile.
    bool unpack(const embedded::Storage& to) const;

  private:
    std::string backup_;  // The file's bytes; folders are gone when a call returns.
};

}  // namespace onsale::sim
