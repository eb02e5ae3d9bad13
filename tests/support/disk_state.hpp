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

// Everything behind a TornDisk that its open handles and SQLite's calls reach too.
struct DiskState {
    explicit DiskState(std::uint64_t seed) : random(seed) {}

    // Calls by name come from nobody in particular. While handles from before a crash are still
    // open they may be from there, so the disk stays out of reach.
    bool reachable() const { return !faults.plug_pulled() && dead_handles == 0; }

    // Every open handle is from before the crash from now on. Shared memory needs no care: it goes
    // with the last of them, before anything can be opened again.
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
    std::uint64_t life = 0;  // Counts crashes; a handle works only in the life it was opened in.
    std::size_t live_handles = 0;
    std::size_t dead_handles = 0;
};

}  // namespace onsale::test
