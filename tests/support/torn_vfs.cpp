#include "tests/support/torn_vfs.hpp"

#include <atomic>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

#include "base/assert.hpp"
#include "tests/support/torn_handle.hpp"

namespace onsale::test {
namespace {

constexpr int kPathBytesMax = 512;
// Equals the value of SQLite's unix VFS, which assumes 4 KiB sectors. Our crashes tear smaller
// ones.
constexpr int kPlannedSectorBytes = 4096;
// SQLite counts milliseconds from noon of 24 November 4714 BC, the Julian epoch.
constexpr sqlite3_int64 kUnixEpochJulianMs = 210866760000000;
constexpr double kDayMs = 86400000.0;

struct OpenFile {
    sqlite3_file base;  // Must come first: SQLite sees only this.
    TornHandle* handle;
};

TornHandle& handle_of(sqlite3_file* file) {
    return *reinterpret_cast<OpenFile*>(file)->handle;
}

DiskState& disk_of(sqlite3_vfs* vfs) {
    return *static_cast<DiskState*>(vfs->pAppData);
}

int close_file(sqlite3_file* file) {
    delete &handle_of(file);
    return SQLITE_OK;
}

int read_file(sqlite3_file* file, void* into, int size, sqlite3_int64 offset) {
    return handle_of(file).read(
        static_cast<std::size_t>(offset),
        std::span{static_cast<char*>(into), static_cast<std::size_t>(size)});
}

int write_file(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
    return handle_of(file).write(
        static_cast<std::size_t>(offset),
        std::string_view{static_cast<const char*>(bytes), static_cast<std::size_t>(size)});
}

int truncate_file(sqlite3_file* file, sqlite3_int64 size) {
    return handle_of(file).truncate(static_cast<std::size_t>(size));
}

int sync_file(sqlite3_file* file, int /*flags*/) {
    return handle_of(file).sync();
}

int file_size(sqlite3_file* file, sqlite3_int64* size_out) {
    std::size_t size = 0;
    const int code = handle_of(file).size(size);
    *size_out = static_cast<sqlite3_int64>(size);
    return code;
}

int lock_file(sqlite3_file* file, int level) {
    return handle_of(file).lock(level);
}

int unlock_file(sqlite3_file* file, int level) {
    return handle_of(file).unlock(level);
}

int check_reserved_lock(sqlite3_file* file, int* reserved_out) {
    bool reserved = false;
    const int code = handle_of(file).check_reserved_lock(reserved);
    *reserved_out = reserved ? 1 : 0;
    return code;
}

// A negative argument queries the value, any other sets it.
int file_control(sqlite3_file* file, int operation, void* argument) {
    if (operation != SQLITE_FCNTL_PERSIST_WAL) return SQLITE_NOTFOUND;
    int& value = *static_cast<int*>(argument);
    bool& persist = handle_of(file).persist_wal();
    if (value < 0) {
        value = persist ? 1 : 0;
    } else {
        persist = value != 0;
    }
    return SQLITE_OK;
}

int sector_size(sqlite3_file* /*file*/) {
    return kPlannedSectorBytes;
}

int device_characteristics(sqlite3_file* /*file*/) {
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

int shm_map(sqlite3_file* file, int index, int size, int extend, void volatile** region) {
    return handle_of(file).map_shared_memory(static_cast<std::size_t>(index),
                                             static_cast<std::size_t>(size), extend != 0, region);
}

int shm_lock(sqlite3_file* file, int first, int count, int flags) {
    return handle_of(file).lock_shared_memory({.first = first, .count = count}, flags);
}

// Only one thread is used, so no barrier is needed.
void shm_barrier(sqlite3_file* /*file*/) {}

int shm_unmap(sqlite3_file* file, int /*delete_flag*/) {
    return handle_of(file).unmap_shared_memory();
}

const sqlite3_io_methods kIoMethods = {
    .iVersion = 2,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = file_size,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = check_reserved_lock,
    .xFileControl = file_control,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = device_characteristics,
    .xShmMap = shm_map,
    .xShmLock = shm_lock,
    .xShmBarrier = shm_barrier,
    .xShmUnmap = shm_unmap,
    .xFetch = nullptr,
    .xUnfetch = nullptr,
};

// The file that open(2) would return, or null if it would fail.
TornDirectory::FilePtr find_or_create(DiskState& disk, const std::string& name, int flags) {
    const auto found = disk.directory.find(name);
    if (found != nullptr) return (flags & SQLITE_OPEN_EXCLUSIVE) != 0 ? nullptr : found;
    if ((flags & SQLITE_OPEN_CREATE) == 0) return nullptr;
    disk.faults.count_other();
    return disk.directory.create(name);
}

bool syncs_folder(int flags) {
    constexpr int kJournals =
        SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL;
    return (flags & SQLITE_OPEN_CREATE) != 0 && (flags & kJournals) != 0;
}

int open_file(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* flags_out) {
    file->pMethods = nullptr;
    DiskState& disk = disk_of(vfs);
    if (!disk.reachable()) return SQLITE_IOERR;
    TornHandle::File opened{.name = name == nullptr ? "" : name,
                            .contents = nullptr,
                            .sync_folder_once = syncs_folder(flags)};
    // A file without a name is a temporary file of SQLite. It does not survive a crash.
    opened.contents =
        name == nullptr ? std::make_shared<TornFile>() : find_or_create(disk, opened.name, flags);
    if (disk.faults.plug_pulled()) return SQLITE_IOERR;
    if (opened.contents == nullptr) return SQLITE_CANTOPEN;
    if (name != nullptr && (flags & SQLITE_OPEN_DELETEONCLOSE) != 0) disk.directory.remove(name);
    reinterpret_cast<OpenFile*>(file)->handle = new TornHandle(disk, std::move(opened));
    file->pMethods = &kIoMethods;
    if (flags_out != nullptr) *flags_out = flags;
    return SQLITE_OK;
}

int delete_file(sqlite3_vfs* vfs, const char* name, int sync_folder) {
    DiskState& disk = disk_of(vfs);
    if (!disk.reachable()) return SQLITE_IOERR;
    if (disk.directory.find(name) == nullptr) return SQLITE_IOERR_DELETE_NOENT;
    disk.faults.count_other();
    disk.directory.remove(name);
    if (disk.faults.plug_pulled()) return SQLITE_IOERR;
    if (sync_folder != 0) disk.directory.sync_folder_of(name);
    return SQLITE_OK;
}

// Like SQLite's unix VFS, an empty file counts as missing.
int access_file(sqlite3_vfs* vfs, const char* name, int flags, int* answer) {
    DiskState& disk = disk_of(vfs);
    if (!disk.reachable()) return SQLITE_IOERR_ACCESS;
    const auto file = disk.directory.find(name);
    const bool there = file != nullptr && (flags != SQLITE_ACCESS_EXISTS || !file->bytes().empty());
    *answer = there ? 1 : 0;
    return SQLITE_OK;
}

int full_pathname(sqlite3_vfs* /*vfs*/, const char* name, int size, char* out) {
    const std::string_view path = name;
    if (path.size() >= static_cast<std::size_t>(size)) return SQLITE_CANTOPEN;
    std::memcpy(out, path.data(), path.size());
    out[path.size()] = '\0';
    return SQLITE_OK;
}

int randomness(sqlite3_vfs* vfs, int size, char* out) {
    for (char& byte : std::span{out, static_cast<std::size_t>(size)})
        byte = static_cast<char>(disk_of(vfs).random.byte());
    return size;
}

// Returns without sleeping. Only the test changes the time.
int sleep(sqlite3_vfs* /*vfs*/, int microseconds) {
    return microseconds;
}

int current_time_ms(sqlite3_vfs* vfs, sqlite3_int64* out) {
    *out = kUnixEpochJulianMs + to_ms(disk_of(vfs).time);
    return SQLITE_OK;
}

int current_time_days(sqlite3_vfs* vfs, double* out) {
    sqlite3_int64 ms = 0;
    current_time_ms(vfs, &ms);
    *out = static_cast<double>(ms) / kDayMs;
    return SQLITE_OK;
}

int last_error(sqlite3_vfs* /*vfs*/, int /*size*/, char* /*out*/) {
    return 0;
}

std::string unique_name() {
    static std::atomic<unsigned> disks = 0;
    return "torn-disk-" + std::to_string(++disks);
}

}  // namespace

TornVfs::TornVfs(DiskState& disk) : name_(unique_name()) {
    vfs_.iVersion = 2;
    vfs_.szOsFile = sizeof(OpenFile);
    vfs_.mxPathname = kPathBytesMax;
    vfs_.zName = name_.c_str();
    vfs_.pAppData = &disk;
    vfs_.xOpen = open_file;
    vfs_.xDelete = delete_file;
    vfs_.xAccess = access_file;
    vfs_.xFullPathname = full_pathname;
    vfs_.xRandomness = randomness;
    vfs_.xSleep = sleep;
    vfs_.xCurrentTime = current_time_days;
    vfs_.xCurrentTimeInt64 = current_time_ms;
    vfs_.xGetLastError = last_error;
    constexpr int kNotTheDefault = 0;
    const int registered = sqlite3_vfs_register(&vfs_, kNotTheDefault);
    ONSALE_ASSERT(registered == SQLITE_OK);
}

TornVfs::~TornVfs() {
    sqlite3_vfs_unregister(&vfs_);
}

}  // namespace onsale::test
