#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "tests/support/disk_state.hpp"

namespace onsale::test {

// One open file. The functions return SQLite's result codes. After a crash or a planned fault they
// return SQLITE_IOERR, except those that release something.
class TornHandle {
  public:
    struct File {
        std::string name;  // Empty for a temporary file.
        TornDirectory::FilePtr contents;
        // The first sync also syncs the folder, as SQLite's unix VFS does for journals and WALs.
        bool sync_folder_once = false;
    };

    TornHandle(DiskState& disk, File file);
    ~TornHandle();
    TornHandle(const TornHandle&) = delete;
    TornHandle& operator=(const TornHandle&) = delete;

    int read(std::size_t offset, std::span<char> into) const;
    int write(std::size_t offset, std::string_view bytes);
    int truncate(std::size_t size);
    int sync();
    int size(std::size_t& size) const;

    int lock(int level);
    int unlock(int level);
    int check_reserved_lock(bool& reserved) const;

    int map_shared_memory(std::size_t index, std::size_t size, bool extend, void volatile** region);
    int lock_shared_memory(SharedMemory::Slots slots, int flags);
    int unmap_shared_memory();

    bool& persist_wal() { return persist_wal_; }

  private:
    bool alive() const { return life_ == disk_.life; }
    bool working() const { return alive() && !disk_.faults.plug_pulled(); }
    int after_op() const;
    std::size_t bytes_that_fit(std::size_t offset, std::size_t size) const;

    DiskState& disk_;
    File file_;
    std::uint64_t life_;
    std::shared_ptr<SharedMemory> shared_memory_;
    bool persist_wal_ = false;
};

}  // namespace onsale::test
