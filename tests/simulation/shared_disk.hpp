#pragma once

#include <functional>
#include <string>

#include <sqlite3.h>

namespace onsale::sim {

// Another name for a disk, for whoever works beside the writer: the same files, and a call before
// each of its reads, writes, truncates and syncs, in which the writer may go on. So two threads
// that share a disk are played by one, and a seed decides how they interleave.
//
// REQUIRES: everything opened through it is closed before it dies. Thread safety: none.
class SharedDisk {
  public:
    SharedDisk(const std::string& below, std::function<void()> before_each);
    ~SharedDisk();
    SharedDisk(const SharedDisk&) = delete;
    SharedDisk& operator=(const SharedDisk&) = delete;

    const std::string& name() const { return name_; }
    sqlite3_vfs& below() const { return *below_; }
    // What is done inside is not itself interrupted.
    void before_operation();

  private:
    std::string name_;
    sqlite3_vfs* below_;
    sqlite3_vfs vfs_;
    std::function<void()> before_each_;
    bool inside_ = false;
};

}  // namespace onsale::sim
