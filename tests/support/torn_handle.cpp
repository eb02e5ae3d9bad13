#include "tests/support/torn_handle.hpp"

#include <algorithm>
#include <utility>

#include <sqlite3.h>

namespace onsale::test {

TornHandle::TornHandle(DiskState& disk, File file)
    : disk_(disk), file_(std::move(file)), life_(disk.life) {
    ++disk_.live_handles;
}

TornHandle::~TornHandle() {
    unmap_shared_memory();
    unlock(SQLITE_LOCK_NONE);
    --(alive() ? disk_.live_handles : disk_.dead_handles);
}

int TornHandle::read(std::size_t offset, std::span<char> into) const {
    if (!working()) return SQLITE_IOERR;
    const std::string& bytes = file_.contents->bytes();
    const std::size_t start = std::min(offset, bytes.size());
    const std::size_t length = std::min(into.size(), bytes.size() - start);
    std::copy_n(bytes.data() + start, length, into.data());
    // SQLite requires zeros after a short read.
    std::ranges::fill(into.subspan(length), '\0');
    return length == into.size() ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

// The operation at which the fault occurs has begun. Its change is recorded, and a crash decides
// how much of it is present, but the operation returns an error.
int TornHandle::after_op() const {
    return disk_.faults.plug_pulled() ? SQLITE_IOERR : SQLITE_OK;
}

int TornHandle::write(std::size_t offset, std::string_view bytes) {
    if (!working()) return SQLITE_IOERR;
    disk_.faults.count_write();
    if (disk_.faults.writes_fail()) return SQLITE_IOERR_WRITE;
    const std::size_t fits = bytes_that_fit(offset, bytes.size());
    if (fits > 0) file_.contents->write(offset, bytes.substr(0, fits));
    if (fits < bytes.size()) return SQLITE_FULL;
    return after_op();
}

// A full disk stores the beginning of a write, like write(2).
std::size_t TornHandle::bytes_that_fit(std::size_t offset, std::size_t size) const {
    const std::size_t capacity = disk_.faults.capacity_bytes();
    if (capacity == DiskFaults::kUnlimited) return size;
    const std::size_t used = disk_.directory.total_bytes();
    const std::size_t free = capacity > used ? capacity - used : 0;
    const std::size_t end_max = file_.contents->bytes().size() + free;
    return offset >= end_max ? 0 : std::min(size, end_max - offset);
}

int TornHandle::truncate(std::size_t size) {
    if (!working()) return SQLITE_IOERR;
    disk_.faults.count_other();
    if (disk_.faults.writes_fail()) return SQLITE_IOERR_TRUNCATE;
    file_.contents->truncate(size);
    return after_op();
}

int TornHandle::sync() {
    if (!working()) return SQLITE_IOERR;
    disk_.faults.count_sync();
    if (disk_.faults.plug_pulled()) return SQLITE_IOERR;
    if (disk_.faults.take_sync_failure()) {
        file_.contents->fail_sync();
        return SQLITE_IOERR_FSYNC;
    }
    file_.contents->sync();
    disk_.directory.sync_name_of(file_.contents);
    if (std::exchange(file_.sync_folder_once, false)) disk_.directory.sync_folder_of(file_.name);
    return SQLITE_OK;
}

int TornHandle::size(std::size_t& size) const {
    if (!working()) return SQLITE_IOERR;
    disk_.faults.count_size_question();
    size = file_.contents->bytes().size();
    return SQLITE_OK;
}

int TornHandle::lock(int level) {
    if (!working()) return SQLITE_IOERR;
    const auto answer = file_.contents->locks().lock(this, level);
    return answer == FileLocks::Answer::kGranted ? SQLITE_OK : SQLITE_BUSY;
}

int TornHandle::unlock(int level) {
    if (alive()) file_.contents->locks().unlock(this, level);
    return SQLITE_OK;
}

int TornHandle::check_reserved_lock(bool& reserved) const {
    if (!working()) return SQLITE_IOERR;
    reserved = file_.contents->locks().is_reserved();
    return SQLITE_OK;
}

int TornHandle::map_shared_memory(std::size_t index, std::size_t size, bool extend,
                                  void volatile** region) {
    *region = nullptr;
    if (!working()) return SQLITE_IOERR;
    if (shared_memory_ == nullptr) {
        auto& known = disk_.shared_memory[file_.name];
        shared_memory_ = known.lock();
        if (shared_memory_ == nullptr) known = shared_memory_ = std::make_shared<SharedMemory>();
    }
    *region = shared_memory_->map(index, size, extend);
    return SQLITE_OK;
}

int TornHandle::lock_shared_memory(SharedMemory::Slots slots, int flags) {
    if (shared_memory_ == nullptr) return SQLITE_IOERR_SHMLOCK;
    if ((flags & SQLITE_SHM_UNLOCK) != 0) {
        shared_memory_->unlock(this, slots);
        return SQLITE_OK;
    }
    if (!working()) return SQLITE_IOERR;
    const bool exclusive = (flags & SQLITE_SHM_EXCLUSIVE) != 0;
    const auto answer = exclusive ? shared_memory_->lock_exclusive(this, slots)
                                  : shared_memory_->lock_shared(this, slots);
    return answer == SharedMemory::Answer::kGranted ? SQLITE_OK : SQLITE_BUSY;
}

int TornHandle::unmap_shared_memory() {
    if (shared_memory_ != nullptr) shared_memory_->unlock_all(this);
    shared_memory_.reset();
    return SQLITE_OK;
}

}  // namespace onsale::test
