#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <set>
#include <vector>

namespace onsale::test {

// The memory that the connections of one WAL database share, with its lock slots. It lives as long
// as one connection holds it, so pointers of a connection that was orphaned by a crash stay valid.
class SharedMemory {
  public:
    using Holder = const void*;
    enum class Answer { kGranted, kBusy };
    struct Slots {
        int first;
        int count;
    };

    // Region `index` of `size` zeroed bytes. Null if it does not exist and `extend` is false.
    void* map(std::size_t index, std::size_t size, bool extend);

    // Locks all slots of the range or none.
    Answer lock_shared(Holder holder, Slots slots);
    Answer lock_exclusive(Holder holder, Slots slots);
    void unlock(Holder holder, Slots slots);
    void unlock_all(Holder holder);

  private:
    static constexpr std::size_t kSlots = 8;  // SQLITE_SHM_NLOCK.
    struct Slot {
        std::set<Holder> readers;
        Holder writer = nullptr;
    };

    Slot& slot(int index) { return slots_.at(static_cast<std::size_t>(index)); }

    std::vector<std::unique_ptr<std::byte[]>> regions_;
    std::array<Slot, kSlots> slots_;
};

}  // namespace onsale::test
