#pragma once

#include <string>

#include "adapter/embedded/journal/sqlite.hpp"
#include "tests/support/torn_disk.hpp"

namespace onsale::sim {

// The last backup of a simulated disk. The real programs make and unpack it in folders of the real
// file system, where no faults are simulated, because backups are stored elsewhere.
class BackupShelf {
  public:
    // Replaces the last backup.
    void make(const test::TornDisk& disk, const embedded::Storage& of);
    // Unpacks into an empty folder. Returns false if the disk fails during the call.
    bool unpack(const embedded::Storage& to) const;

  private:
    std::string backup_;  // Bytes of the file. The folders are removed when a call returns.
};

}  // namespace onsale::sim
