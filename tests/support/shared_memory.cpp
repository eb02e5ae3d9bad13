#include "tests/support/shared_memory.hpp"

#include <sqlite3.h>

namespace onsale::test {

void* SharedMemory::map(std::size_t index, std::size_t size, bool extend) {
    static_assert(kSlots == SQLITE_SHM_NLOCK);
    if (index >= regions_.size() && !extend) return nullptr;
    while (regions_.size() <= index)
        regions_.push_back(std::make_unique<std::byte[]>(size));
    return regions_[index].get();
}

SharedMemory::Answer SharedMemory::lock_shared(Holder holder, Slots slots) {
    const int end = slots.first + slots.count;
    for (int index = slots.first; index < end; ++index) {
        const Holder writer = slot(index).writer;
        if (writer != nullptr && writer != holder) return Answer::kBusy;
    }
    for (int index = slots.first; index < end; ++index)
        slot(index).readers.insert(holder);
    return Answer::kGranted;
}

SharedMemory::Answer SharedMemory::lock_exclusive(Holder holder, Slots slots) {
    const int end = slots.first + slots.count;
    for (int index = slots.first; index < end; ++index) {
        const Slot& wanted = slot(index);
        const std::size_t own = wanted.readers.count(holder);
        if (wanted.writer != nullptr && wanted.writer != holder) return Answer::kBusy;
        if (wanted.readers.size() > own) return Answer::kBusy;
    }
    for (int index = slots.first; index < end; ++index)
        slot(index).writer = holder;
    return Answer::kGranted;
}

void SharedMemory::unlock(Holder holder, Slots slots) {
    for (int index = slots.first; index < slots.first + slots.count; ++index) {
        slot(index).readers.erase(holder);
        if (slot(index).writer == holder) slot(index).writer = nullptr;
    }
}

void SharedMemory::unlock_all(Holder holder) {
    unlock(holder, {.first = 0, .count = static_cast<int>(kSlots)});
}

}  // namespace onsale::test
