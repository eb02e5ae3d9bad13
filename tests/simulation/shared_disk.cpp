#include "tests/simulation/shared_disk.hpp"

#include <utility>

#include "base/assert.hpp"

namespace onsale::sim {
namespace {

// The file of the disk below follows directly in the memory that SQLite allocated.
struct OpenFile {
    sqlite3_file base;  // Must come first: SQLite sees only this.
    SharedDisk* disk;
};

sqlite3_file* below(sqlite3_file* file) {
    return reinterpret_cast<sqlite3_file*>(reinterpret_cast<OpenFile*>(file) + 1);
}

const sqlite3_io_methods& methods(sqlite3_file* file) {
    return *below(file)->pMethods;
}

void before_operation(sqlite3_file* file) {
    reinterpret_cast<OpenFile*>(file)->disk->before_operation();
}

int close_file(sqlite3_file* file) {
    return methods(file).xClose(below(file));
}

int read_file(sqlite3_file* file, void* into, int size, sqlite3_int64 offset) {
    before_operation(file);
    return methods(file).xRead(below(file), into, size, offset);
}

int write_file(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
    before_operation(file);
    return methods(file).xWrite(below(file), bytes, size, offset);
}

int truncate_file(sqlite3_file* file, sqlite3_int64 size) {
    before_operation(file);
    return methods(file).xTruncate(below(file), size);
}

int sync_file(sqlite3_file* file, int flags) {
    before_operation(file);
    return methods(file).xSync(below(file), flags);
}

int file_size(sqlite3_file* file, sqlite3_int64* size) {
    return methods(file).xFileSize(below(file), size);
}

int lock_file(sqlite3_file* file, int level) {
    return methods(file).xLock(below(file), level);
}

int unlock_file(sqlite3_file* file, int level) {
    return methods(file).xUnlock(below(file), level);
}

int check_reserved_lock(sqlite3_file* file, int* reserved) {
    return methods(file).xCheckReservedLock(below(file), reserved);
}

int file_control(sqlite3_file* file, int operation, void* argument) {
    return methods(file).xFileControl(below(file), operation, argument);
}

int sector_size(sqlite3_file* file) {
    return methods(file).xSectorSize(below(file));
}

int device_characteristics(sqlite3_file* file) {
    return methods(file).xDeviceCharacteristics(below(file));
}

int shm_map(sqlite3_file* file, int index, int size, int extend, void volatile** region) {
    return methods(file).xShmMap(below(file), index, size, extend, region);
}

int shm_lock(sqlite3_file* file, int first, int count, int flags) {
    return methods(file).xShmLock(below(file), first, count, flags);
}

void shm_barrier(sqlite3_file* file) {
    methods(file).xShmBarrier(below(file));
}

int shm_unmap(sqlite3_file* file, int delete_flag) {
    return methods(file).xShmUnmap(below(file), delete_flag);
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

SharedDisk& disk_of(sqlite3_vfs* vfs) {
    return *static_cast<SharedDisk*>(vfs->pAppData);
}

int open_file(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* flags_out) {
    file->pMethods = nullptr;
    SharedDisk& disk = disk_of(vfs);
    reinterpret_cast<OpenFile*>(file)->disk = &disk;
    const int code = disk.below().xOpen(&disk.below(), name, below(file), flags, flags_out);
    if (code == SQLITE_OK) file->pMethods = &kIoMethods;
    return code;
}

int delete_file(sqlite3_vfs* vfs, const char* name, int sync_folder) {
    sqlite3_vfs& under = disk_of(vfs).below();
    return under.xDelete(&under, name, sync_folder);
}

int access_file(sqlite3_vfs* vfs, const char* name, int flags, int* answer) {
    sqlite3_vfs& under = disk_of(vfs).below();
    return under.xAccess(&under, name, flags, answer);
}

int randomness(sqlite3_vfs* vfs, int size, char* out) {
    sqlite3_vfs& under = disk_of(vfs).below();
    return under.xRandomness(&under, size, out);
}

int current_time_days(sqlite3_vfs* vfs, double* out) {
    sqlite3_vfs& under = disk_of(vfs).below();
    return under.xCurrentTime(&under, out);
}

int current_time_ms(sqlite3_vfs* vfs, sqlite3_int64* out) {
    sqlite3_vfs& under = disk_of(vfs).below();
    return under.xCurrentTimeInt64(&under, out);
}

}  // namespace

SharedDisk::SharedDisk(const std::string& below, std::function<void()> before_each)
    : name_("shared-" + below),
      below_(sqlite3_vfs_find(below.c_str())),
      vfs_(*below_),  // Paths and sleep of the disk below are used.
      before_each_(std::move(before_each)) {
    vfs_.szOsFile = static_cast<int>(sizeof(OpenFile)) + below_->szOsFile;
    vfs_.pNext = nullptr;
    vfs_.zName = name_.c_str();
    vfs_.pAppData = this;
    vfs_.xOpen = open_file;
    vfs_.xDelete = delete_file;
    vfs_.xAccess = access_file;
    vfs_.xRandomness = randomness;
    vfs_.xCurrentTime = current_time_days;
    vfs_.xCurrentTimeInt64 = current_time_ms;
    constexpr int kNotTheDefault = 0;
    const int registered = sqlite3_vfs_register(&vfs_, kNotTheDefault);
    ONSALE_ASSERT(registered == SQLITE_OK);
}

SharedDisk::~SharedDisk() {
    sqlite3_vfs_unregister(&vfs_);
}

void SharedDisk::before_operation() {
    if (inside_) return;
    inside_ = true;
    before_each_();
    inside_ = false;
}

}  // namespace onsale::sim
