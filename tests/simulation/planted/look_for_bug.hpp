#pragma once

#include <csignal>
#include <cstdint>
#include <exception>

#include <fmt/format.h>
#include <unistd.h>

#include "tests/simulation/require.hpp"

namespace onsale::sim {

// Most bugs are found within 50 seeds. A bug that needs a write torn at the right place is found
// within 500.
constexpr std::uint64_t kSeedsMax = 3'000;

extern "C" inline void caught_by_assert(int) {
    constexpr char kText[] = "caught by an assertion\n";
    (void)!write(STDOUT_FILENO, kText, sizeof kText - 1);
    _exit(0);
}

// Searches for the bug that was planted in this program. Returns 0 if a run violates a rule of the
// simulation or an assertion of the code.
template <class RunSeed>
int look_for_bug(const RunSeed& run_seed) {
    std::signal(SIGABRT, caught_by_assert);
    for (std::uint64_t seed = 1; seed <= kSeedsMax; ++seed) {
        try {
            run_seed(seed);
        } catch (const CheckFailed& failure) {
            fmt::print("caught by seed {}: {}\n", seed, failure.what());
            return 0;
        } catch (const std::exception& error) {
            fmt::print("not a broken rule but an error: {}\n", error.what());
            return 1;
        }
    }
    fmt::print("not caught by {} seeds\n", kSeedsMax);
    return 1;
}

}  // namespace onsale::sim
