// Seeded simulations of a whole sale. A failing seed is printed with its last steps and the command
// that repeats it. Add it to kPinnedSeeds.
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <random>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/simulation/sale/sale_script.hpp"

namespace onsale::sim {
namespace {

constexpr std::uint64_t kSeedsByDefault = 2'000;
// Further failures would have the same cause in most cases.
constexpr int kFailuresMax = 3;
// Only the last steps are needed.
constexpr std::size_t kStoryBytesMax = 4'000;

struct PinnedSeed {
    std::uint64_t seed;
    const char* what;
};
constexpr std::array kPinnedSeeds = {
    PinnedSeed{1, "the first sale of all"},
    PinnedSeed{232'972'292'392'905, "a late payment of somebody whose place has moved"},
};

std::uint64_t number_from(const char* name, std::uint64_t otherwise) {
    const char* const text = std::getenv(name);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// A violated invariant aborts. The signal handler prints the seed.
volatile std::uint64_t g_running_seed = 0;

extern "C" void tell_seed(int) {
    std::array<char, 128> line;
    const int size = std::snprintf(
        line.data(), line.size(),
        "aborted: repeat with: ONSALE_SIM_SEED=%llu build/release/bin/sale_simulation_test\n",
        static_cast<unsigned long long>(g_running_seed));
    (void)!write(STDERR_FILENO, line.data(), static_cast<std::size_t>(size));
}

void add(SaleTotals& to, const SaleTotals& more) {
    to.steps += more.steps;
    to.facts += more.facts;
    to.crashes += more.crashes;
    to.full_disks += more.full_disks;
    to.failed_syncs += more.failed_syncs;
    to.unknown_kept += more.unknown_kept;
    to.snapshots += more.snapshots;
    to.orders += more.orders;
    to.bookings += more.bookings;
    to.charges += more.charges;
    to.refunds += more.refunds;
    to.simulated += more.simulated;
}

void print(std::uint64_t seeds, const SaleTotals& totals) {
    std::cout << fmt::format(
        "simulated {} seeds, {} steps, {} hours, {} facts, {} crashes, {} full disks, {} failed "
        "syncs, {} unanswered batches kept, {} snapshots, {} orders, {} bookings, {} charges, {} "
        "refunds\n",
        seeds, totals.steps,
        std::chrono::duration_cast<std::chrono::hours>(totals.simulated).count(), totals.facts,
        totals.crashes, totals.full_disks, totals.failed_syncs, totals.unknown_kept,
        totals.snapshots, totals.orders, totals.bookings, totals.charges, totals.refunds);
}

// Returns the violated rule, or an empty string.
std::string failure_of(std::uint64_t seed, SaleTotals& totals, std::ostream* log = nullptr) {
    g_running_seed = seed;
    std::signal(SIGABRT, tell_seed);
    try {
        add(totals, run_sale_seed(seed, log));
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

// The last steps of a failed run, and the command that repeats it.
std::string story_of(std::uint64_t seed) {
    std::ostringstream log;
    SaleTotals totals;
    (void)failure_of(seed, totals, &log);
    std::string story = log.str();
    if (story.size() > kStoryBytesMax) story.erase(0, story.size() - kStoryBytesMax);
    return fmt::format(
        "...{}repeat with: ONSALE_SIM_SEED={} build/release/bin/sale_simulation_test", story, seed);
}

void expect_rules_kept(std::uint64_t seed, SaleTotals& totals, int& failures) {
    const std::string failure = failure_of(seed, totals);
    if (failure.empty()) return;
    ++failures;
    ADD_FAILURE() << "seed " << seed << ": " << failure << '\n' << story_of(seed);
}

}  // namespace

TEST(SaleSimulation, PinnedSeedsKeepEveryRule) {
    SaleTotals totals;
    for (const PinnedSeed& pinned : kPinnedSeeds)
        EXPECT_EQ(failure_of(pinned.seed, totals), "") << pinned.what << "; seed " << pinned.seed;
}

TEST(SaleSimulation, SameSeedLivesTheSameLife) {
    SaleTotals first;
    SaleTotals second;
    std::ostringstream told;
    std::ostringstream told_again;
    EXPECT_EQ(failure_of(7, first, &told), failure_of(7, second, &told_again));
    EXPECT_EQ(told.str(), told_again.str());
    EXPECT_EQ(first.facts, second.facts);
    EXPECT_EQ(first.simulated, second.simulated);
}

TEST(SaleSimulation, FreshSeedsKeepEveryRule) {
    SaleTotals totals;
    if (const std::uint64_t only = number_from("ONSALE_SIM_SEED", 0); only != 0) {
        EXPECT_EQ(failure_of(only, totals, &std::cout), "");
        return print(1, totals);
    }
    const std::uint64_t seeds = number_from("ONSALE_SIM_SEEDS", kSeedsByDefault);
    const std::uint64_t base = std::uint64_t{std::random_device{}()} << 16 | 1;
    std::cout << fmt::format("seeds {} to {}\n", base, base + seeds - 1);
    int failures = 0;
    for (std::uint64_t seed = base; seed < base + seeds && failures < kFailuresMax; ++seed)
        expect_rules_kept(seed, totals, failures);
    print(seeds, totals);
    // The runs prove something only if guests buy.
    EXPECT_GT(totals.bookings, seeds);
    EXPECT_GT(totals.refunds, seeds);
}

}  // namespace onsale::sim
