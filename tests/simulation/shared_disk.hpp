#pragma once

#include <functional>
#include <string>

#include <sqlite3.h>

namespace onsale::sim {

// A second VFS for a disk, used by code that runs beside the writer. It has the same files, and
// calls a function before each read, write, truncate and sync, in which the writer may run. One
// thread thus simulates two threads that share a disk, and the seed decides how they interleave.
//
// REQUIRES: everything opened through it is closed before its destruction. Thread safety: none.
class SharedDisk {
  public:
    SharedDisk(const std::string& below, std::function<void()> before_each);
    ~SharedDisk();
    SharedDisk(const SharedDisk&) = delete;
    SharedDisk& operator=(const SharedDisk&) = delete;

    const std::string& name() const { return name_; }
    sqlite3_vfs& below() const { return *below_; }
    // Operations inside the callback are not interrupted.
    void before_operation();

  private:
    std::string name_;
    sqlite3_vfs* below_;
    sqlite3_vfs vfs_;
    std::function<void()> before_each_;
    bool inside_ = false;
};

}  // namespace onsale::sim
