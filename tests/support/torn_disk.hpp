#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.hpp"

namespace onsale::test {

struct DiskState;
class TornVfs;

// A disk in memory that loses and tears unsynced data at a power loss, for tests of crash recovery:
// `sqlite3_open_v2(path, &db, flags, disk.name())`. It behaves like SQLite's unix VFS on Linux,
// including WAL mode with several connections. The same seeds and calls give the same bytes; for
// this purpose the constructor also seeds SQLite's process-wide random numbers (WAL salts).
//
// crash() and kill() leave every open handle dead: its I/O returns SQLITE_IOERR. Close them all
// before opening again. Until then opening and deleting also return SQLITE_IOERR.
//
// REQUIRES: everything opened on it is closed before its destruction. Thread safety: none.
class TornDisk {
  public:
    static constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

    explicit TornDisk(std::uint64_t seed = 1);
    ~TornDisk();
    TornDisk(const TornDisk&) = delete;
    TornDisk& operator=(const TornDisk&) = delete;

    // Name of the sqlite3_vfs. It never changes.
    const char* name() const;

    // Power loss. For unsynced changes, a random choice per file decides which are present: all,
    // none, a prefix or any subset, some of them torn at 512-byte sectors. An unsynced creation or
    // deletion may be undone. Afterwards the disk works again and no fault by crash_after_ops() is
    // planned.
    void crash(std::uint64_t seed);
    // Process death (kill -9): everything that was written is present, and still unsynced.
    void kill();

    // The n-th operation from now (write, truncate, sync, create, delete; the first is 1) and all
    // later I/O fail with SQLITE_IOERR until crash() or kill().
    void crash_after_ops(std::uint64_t n);
    bool plug_pulled() const;

    // Lets one sync fail with SQLITE_IOERR_FSYNC: the next one, or the one after n more. The
    // affected data stays uncertain even if later syncs succeed, as on Linux.
    void fail_next_sync() { fail_sync_after(0); }
    void fail_sync_after(std::uint64_t n);
    // Limits the growth of all files together. A write beyond the limit stores the part that fits
    // and returns SQLITE_FULL. Deleting and truncating free space.
    void set_free_bytes(std::size_t n);
    // Writes and truncates fail with SQLITE_IOERR_WRITE and SQLITE_IOERR_TRUNCATE while on.
    void fail_writes(bool on);
    // The current time for SQLite.
    void set_time(Instant time);

    // Counters since construction.
    std::uint64_t ops() const;
    std::uint64_t writes() const;
    std::uint64_t syncs() const;
    std::uint64_t size_questions() const;  // Number of queries for the size of a file.

    // The files as a reader sees them, sorted by name.
    // REQUIRES (the other functions): the file exists.
    std::vector<std::string> files() const;
    std::size_t size(std::string_view file) const;
    std::string read(std::string_view file) const;
    // Damage of the medium that affects synced data: flips one bit, or truncates the file.
    void flip_bit(std::string_view file, std::size_t offset, unsigned bit = 0);
    void cut(std::string_view file, std::size_t size);

  private:
    std::unique_ptr<DiskState> state_;
    std::unique_ptr<TornVfs> vfs_;
};

}  // namespace onsale::test
