// Seeded simulations of the whole engine. A failing seed is printed with the command that repeats
// it. Add it to kPinnedSeeds.
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/simulation/script.hpp"

namespace onsale::sim {
namespace {

constexpr std::uint64_t kSeedsByDefault = 2000;
// Further failures would have the same cause in most cases.
constexpr int kFailuresMax = 5;

struct PinnedSeed {
    std::uint64_t seed;
    const char* what;
};
constexpr std::array kPinnedSeeds = {
    PinnedSeed{1, "the first life of all"},
    PinnedSeed{137344725352451,
               "steady joins kept the sweep for the silent at the end of the line"},
    PinnedSeed{185031424540674, "a page whose sync had failed was lost after a restart"},
    PinnedSeed{185031424540678, "leftovers of a torn commit were taken for damage"},
    PinnedSeed{280046214185900, "a power loss brought back the old log over the newer file"},
    PinnedSeed{194690156988142, "a sync failed in the batch that ended a full disk"},
    PinnedSeed{229209864078419,
               "a start that got no further than its Resumed row, and a wall clock that went back"},
};

std::uint64_t number_from(const char* name, std::uint64_t otherwise) {
    const char* const text = std::getenv(name);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

std::string how_to_repeat(std::uint64_t seed) {
    return fmt::format("repeat with: ONSALE_SIM_SEED={} build/release/bin/simulation_test", seed);
}

// A violated invariant aborts. The signal handler prints the seed.
volatile std::uint64_t g_running_seed = 0;

extern "C" void tell_seed(int) {
    std::array<char, 128> line;
    const int size = std::snprintf(
        line.data(), line.size(),
        "aborted: repeat with: ONSALE_SIM_SEED=%llu build/release/bin/simulation_test\n",
        static_cast<unsigned long long>(g_running_seed));
    (void)!write(STDERR_FILENO, line.data(), static_cast<std::size_t>(size));
}

void add(Totals& to, const Totals& more) {
    to.steps += more.steps;
    to.facts += more.facts;
    to.crashes += more.crashes;
    to.restarts += more.restarts;
    to.full_disks += more.full_disks;
    to.failed_syncs += more.failed_syncs;
    to.refused_starts += more.refused_starts;
    to.backups += more.backups;
    to.restores += more.restores;
    to.interruptions += more.interruptions;
    to.simulated += more.simulated;
}

void print(std::uint64_t seeds, const Totals& totals) {
    std::cout << fmt::format(
        "simulated {} seeds, {} steps, {} hours, {} facts, {} starts, {} crashes, {} full disks, "
        "{} failed syncs, {} refused starts after damage, {} backups, {} restores, {} batches "
        "inside the housekeeper's work\n",
        seeds, totals.steps,
        std::chrono::duration_cast<std::chrono::hours>(totals.simulated).count(), totals.facts,
        totals.restarts, totals.crashes, totals.full_disks, totals.failed_syncs,
        totals.refused_starts, totals.backups, totals.restores, totals.interruptions);
}

// Returns the violated rule, or an empty string.
std::string failure_of(std::uint64_t seed, Totals& totals, std::ostream* log = nullptr) {
    g_running_seed = seed;
    std::signal(SIGABRT, tell_seed);
    try {
        add(totals, run_seed(seed, log));
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST(Simulation, PinnedSeedsKeepEveryRule) {
    Totals totals;
    for (const PinnedSeed& pinned : kPinnedSeeds)
        EXPECT_EQ(failure_of(pinned.seed, totals), "") << pinned.what << "; seed " << pinned.seed;
}

TEST(Simulation, SameSeedLivesTheSameLife) {
    Totals first;
    Totals second;
    EXPECT_EQ(failure_of(7, first), failure_of(7, second));
    EXPECT_EQ(first.facts, second.facts);
    EXPECT_EQ(first.steps, second.steps);
    EXPECT_EQ(first.simulated, second.simulated);
}

TEST(Simulation, FreshSeedsKeepEveryRule) {
    Totals totals;
    if (const std::uint64_t only = number_from("ONSALE_SIM_SEED", 0); only != 0) {
        EXPECT_EQ(failure_of(only, totals, &std::cout), "") << how_to_repeat(only);
        return print(1, totals);
    }
    const std::uint64_t seeds = number_from("ONSALE_SIM_SEEDS", kSeedsByDefault);
    const std::uint64_t base = std::uint64_t{std::random_device{}()} << 16 | 1;
    std::cout << fmt::format("seeds {} to {}\n", base, base + seeds - 1);
    int failures = 0;
    for (std::uint64_t seed = base; seed < base + seeds && failures < kFailuresMax; ++seed) {
        const std::string failure = failure_of(seed, totals);
        EXPECT_EQ(failure, "") << how_to_repeat(seed);
        failures += failure.empty() ? 0 : 1;
    }
    print(seeds, totals);
}

}  // namespace onsale::sim
