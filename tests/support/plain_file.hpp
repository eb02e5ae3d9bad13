#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <sqlite3.h>

namespace onsale::test {

// A file opened directly through an sqlite3_vfs. The functions return SQLite's result codes.
class PlainFile {
  public:
    static constexpr int kReadWriteCreate =
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MAIN_JOURNAL;

    PlainFile(const char* vfs_name, const char* name, int flags = kReadWriteCreate)
        : vfs_(sqlite3_vfs_find(vfs_name)), memory_(static_cast<std::size_t>(vfs_->szOsFile)) {
        open_code_ = vfs_->xOpen(vfs_, name, file(), flags, nullptr);
    }
    ~PlainFile() {
        if (file()->pMethods != nullptr) file()->pMethods->xClose(file());
    }
    PlainFile(const PlainFile&) = delete;
    PlainFile& operator=(const PlainFile&) = delete;

    int open_code() const { return open_code_; }
    int write(sqlite3_int64 offset, std::string_view bytes) {
        return methods().xWrite(file(), bytes.data(), static_cast<int>(bytes.size()), offset);
    }
    int read(sqlite3_int64 offset, std::string& into) {
        return methods().xRead(file(), into.data(), static_cast<int>(into.size()), offset);
    }
    int truncate(sqlite3_int64 size) { return methods().xTruncate(file(), size); }
    int sync() { return methods().xSync(file(), SQLITE_SYNC_FULL); }
    int size(sqlite3_int64& size) { return methods().xFileSize(file(), &size); }
    int lock(int level) { return methods().xLock(file(), level); }
    int unlock(int level) { return methods().xUnlock(file(), level); }

    int map_shm() {
        constexpr int kRegionBytes = 32768;  // The size that SQLite uses.
        void volatile* region = nullptr;
        return methods().xShmMap(file(), 0, kRegionBytes, 1, &region);
    }
    int lock_shm(int first, int count, int flags) {
        return methods().xShmLock(file(), first, count, flags);
    }

  private:
    sqlite3_file* file() { return reinterpret_cast<sqlite3_file*>(memory_.data()); }
    const sqlite3_io_methods& methods() { return *file()->pMethods; }

    sqlite3_vfs* vfs_;
    std::vector<std::byte> memory_;  // Memory for the state of the VFS.
    int open_code_;
};

}  // namespace onsale::test
