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

// A disk in memory that loses and tears what was not synced when the power goes, for tests of what
// survives a crash: `sqlite3_open_v2(path, &db, flags, disk.name())`. It behaves as SQLite's unix
// VFS on Linux, down to WAL mode with several connections. The same seeds and calls give the same
// bytes; for that, the constructor also seeds SQLite's process-wide random numbers (WAL salts).
//
// crash() and kill() leave every open handle dead: its I/O answers SQLITE_IOERR. Close them all
// before opening again; until then opening and deleting answer SQLITE_IOERR too.
//
// REQUIRES: everything opened on it is closed before it dies. Thread safety: none.
class TornDisk {
  public:
    static constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

    explicit TornDisk(std::uint64_t seed = 1);
    ~TornDisk();
    TornDisk(const TornDisk&) = delete;
    TornDisk& operator=(const TornDisk&) = delete;

    // The sqlite3_vfs; the same for the whole life of the disk.
    const char* name() const;

    // Power loss. Of what was not synced, luck decides per file: all, nothing, a prefix or any
    // subset of the changes is there, some of them torn at 512-byte sectors; an unsynced creation
    // or deletion may not have happened. The disk works again afterwards, with no plug planned.
    void crash(std::uint64_t seed);
    // Process death (kill -9): all that was written is there, and still unsynced.
    void kill();

    // Pulls the plug in the n-th operation from now (write, truncate, sync, create, delete; the
    // first is 1): it and all later I/O fails with SQLITE_IOERR until crash() or kill().
    void crash_after_ops(std::uint64_t n);
    bool plug_pulled() const;

    // A sync that fails with SQLITE_IOERR_FSYNC, once: the next one, or the one after n more. What
    // it should have made durable stays uncertain even if later syncs succeed, as on Linux.
    void fail_next_sync() { fail_sync_after(0); }
    void fail_sync_after(std::uint64_t n);
    // How much all files together may grow from now; a write beyond takes what fits and answers
    // SQLITE_FULL. Deleting and truncating give space back.
    void set_free_bytes(std::size_t n);
    // Writes and truncates fail with SQLITE_IOERR_WRITE and SQLITE_IOERR_TRUNCATE while on.
    void fail_writes(bool on);
    // What SQLite takes for the current time.
    void set_time(Instant time);

    // Counts since the disk was made.
    std::uint64_t ops() const;
    std::uint64_t writes() const;
    std::uint64_t syncs() const;
    std::uint64_t size_questions() const;  // How often a file was asked for its length.

    // The files as a reader sees them, sorted by name. The rest REQUIRES that the file is there.
    std::vector<std::string> files() const;
    std::size_t size(std::string_view file) const;
    std::string read(std::string_view file) const;
    // Damage of the medium, past every sync: one bit flipped, the end cut off.
    void flip_bit(std::string_view file, std::size_t offset, unsigned bit = 0);
    void cut(std::string_view file, std::size_t size);

  private:
    std::unique_ptr<DiskState> state_;
    std::unique_ptr<TornVfs> vfs_;
};

}  // namespace onsale::test
