#include "adapter/server/operate/cluster_counts.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "adapter/redis/roster/process_roster.hpp"

namespace onsale::server {
namespace {

using namespace std::chrono_literals;

constexpr Instant kStart = instant_from_ms(1'800'000'000'000);
constexpr std::uint64_t kFast = 100'000;
constexpr std::uint64_t kSlow = 50'000'000;
constexpr double kP99 = 0.99;

// Processes that send notes, and one that reads them since kStart.
class Counts : public testing::Test {
  protected:
    redis::ProcessNote note(const std::string& name, std::uint64_t requests,
                            Instant started_at = kStart - 1h) const {
        return {.name = name,
                .started_at = started_at,
                .requests = requests,
                .said_at = now,
                .polls = requests / 2};
    }
    const http::LoopTotals& totals() { return counts.totals(now); }
    // The totals at the time when all notes so far count.
    const http::LoopTotals& later() {
        now += ClusterCounts::kBehind;
        return totals();
    }
    static std::uint64_t refused(const http::LoopTotals& totals, std::string_view code) {
        return totals.refused(http::refused_index(code).value());
    }

    ClusterCounts counts{"payment-1", kStart};
    Instant now = kStart;
};

TEST_F(Counts, EarlierCountsAreNotAdded) {
    counts.hear(note("queue-1", 1'000));
    EXPECT_EQ(later().counters["requests_total"], 0u);
    counts.hear(note("queue-1", 1'010));
    EXPECT_EQ(later().counters["requests_total"], 10u);
    EXPECT_EQ(totals().counters["polls"], 5u);
}

TEST_F(Counts, ThoseOfAllProcessesAreOneSum) {
    for (const char* const name : {"queue-1", "queue-2"})
        counts.hear(note(name, 0));
    now += 2s;
    redis::ProcessNote quick = note("queue-1", 990);
    redis::ProcessNote slow = note("queue-2", 20);
    for (int i = 0; i < 990; ++i)
        quick.status_ns.record(kFast);
    for (int i = 0; i < 20; ++i)
        slow.status_ns.record(kSlow);
    quick.refused = {{"QUEUE_TOKEN_REQUIRED", 3}};
    slow.refused = {{"QUEUE_TOKEN_REQUIRED", 4}};
    counts.hear(quick);
    counts.hear(slow);
    EXPECT_EQ(later().counters["requests_total"], 1'010u);
    EXPECT_EQ(refused(totals(), "QUEUE_TOKEN_REQUIRED"), 7u);
    // 20 of 1,010 calls are slow, so the p99 is slow. The mean of two p99 values would differ.
    EXPECT_GE(totals().status_ns.quantile(kP99), kSlow);
    EXPECT_LT(totals().status_ns.quantile(0.98), 2 * kFast);
}

TEST_F(Counts, AProcessDoesNotCountItsOwnNotes) {
    counts.hear(note("payment-1", 0));
    now += 2s;
    counts.hear(note("payment-1", 50));
    EXPECT_EQ(later().counters["requests_total"], 0u);
}

TEST_F(Counts, ANoteThatIsReadAgainCountsOnce) {
    counts.hear(note("queue-1", 0));
    now += 2s;
    const redis::ProcessNote said = note("queue-1", 8);
    for (int i = 0; i < 10; ++i)
        counts.hear(said);
    now += ClusterCounts::kBehind - 1s;
    EXPECT_EQ(totals().counters["requests_total"], 4u);
    EXPECT_EQ(later().counters["requests_total"], 8u);
}

TEST_F(Counts, EverySecondBetweenTwoNotesHasItsShare) {
    counts.hear(note("queue-1", 0));
    now += 2s;
    counts.hear(note("queue-1", 10));
    now += ClusterCounts::kBehind - 2s;
    EXPECT_EQ(totals().counters["requests_total"], 0u);
    now += 1s;
    EXPECT_EQ(totals().counters["requests_total"], 5u);
    now += 1s;
    EXPECT_EQ(totals().counters["requests_total"], 10u);
    now += 1s;
    EXPECT_EQ(totals().counters["requests_total"], 10u);
}

TEST_F(Counts, AProcessThatBeginsAnewIsCountedFromZero) {
    counts.hear(note("queue-1", 1'000));
    now += 2s;
    counts.hear(note("queue-1", 1'100));
    now += 2s;
    counts.hear(note("queue-1", 7, now - 1s));
    EXPECT_EQ(later().counters["requests_total"], 107u);
    counts.hear(note("queue-1", 9, kStart + 3s));
    EXPECT_EQ(later().counters["requests_total"], 109u);
}

TEST_F(Counts, OneThatVanishesTakesNothingAway) {
    counts.hear(note("queue-1", 0));
    now += 2s;
    counts.hear(note("queue-1", 6));
    EXPECT_EQ(later().counters["requests_total"], 6u);
    now += 2 * redis::kProcessForgotten;
    EXPECT_EQ(totals().counters["requests_total"], 6u);
    // It was only suspended, and its notes come again.
    counts.hear(note("queue-1", 8));
    EXPECT_EQ(later().counters["requests_total"], 6u);
    counts.hear(note("queue-1", 9));
    EXPECT_EQ(later().counters["requests_total"], 7u);
}

TEST_F(Counts, OneThatWasForgottenIsNotCountedFromItsStartAgain) {
    now += 2s;
    counts.hear(note("queue-1", 6, kStart + 1ms));
    EXPECT_EQ(later().counters["requests_total"], 6u);
    now += 2 * redis::kProcessForgotten;
    (void)totals();
    counts.hear(note("queue-1", 8, kStart + 1ms));
    EXPECT_EQ(later().counters["requests_total"], 6u);
}

TEST_F(Counts, ACodeOfAnotherVersionIsLeftOut) {
    counts.hear(note("queue-1", 0));
    now += 2s;
    redis::ProcessNote said = note("queue-1", 2);
    said.refused = {{"CODE_OF_TOMORROW", 5}, {"QUEUE_TOKEN_REQUIRED", 1}};
    counts.hear(said);
    EXPECT_EQ(refused(later(), "QUEUE_TOKEN_REQUIRED"), 1u);
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < http::kRefusedCodes; ++i)
        all += totals().refused(i);
    EXPECT_EQ(all, 1u);
}

TEST_F(Counts, MoreProcessesThanAnybodyRunsAreLeftOut) {
    const auto all = [&](std::uint64_t requests) {
        for (std::size_t i = 0; i < ClusterCounts::kProcessesMax + 5; ++i)
            counts.hear(note("queue-" + std::to_string(i), requests));
    };
    all(0);
    now += 2s;
    all(1);
    EXPECT_EQ(later().counters["requests_total"], ClusterCounts::kProcessesMax);
}

}  // namespace
}  // namespace onsale::server
