#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "base/time.hpp"
#include "tests/support/chance.hpp"
#include "tests/support/disk_faults.hpp"
#include "tests/support/shared_memory.hpp"
#include "tests/support/torn_directory.hpp"

namespace onsale::test {

// The state behind a TornDisk, which its open handles and the VFS calls share.
struct DiskState {
    explicit DiskState(std::uint64_t seed) : random(seed) {}

    // Calls by name cannot be assigned to a handle. While handles from before a crash are open,
    // such a call may come from their owner, so the disk is unreachable.
    bool reachable() const { return !faults.plug_pulled() && dead_handles == 0; }

    // Marks every open handle as dead. Shared memory needs no action: it is freed with the last of
    // these handles, before anything can be opened again.
    void start_new_life() {
        ++life;
        dead_handles += live_handles;
        live_handles = 0;
        faults.put_plug_in();
    }

    TornDirectory directory;
    DiskFaults faults;
    Chance random;
    Instant time{};
    std::map<std::string, std::weak_ptr<SharedMemory>, std::less<>> shared_memory;
    // Number of crashes. A handle works only in the life in which it was opened.
    std::uint64_t life = 0;
    std::size_t live_handles = 0;
    std::size_t dead_handles = 0;
};

}  // namespace onsale::test
