#include "adapter/http/api/measure/live_totals.hpp"

#include <gtest/gtest.h>

namespace onsale::http {
namespace {

using namespace std::chrono_literals;

TEST(LiveTotals, TakePollsAndRefusalsOfOneLoop) {
    LoopMetrics metrics;
    metrics.answered(MeteredRoute::kStatus, 200, 1us);
    metrics.answered(MeteredRoute::kPosition, 404, 1us);
    metrics.answered(MeteredRoute::kEnter, 200, 1us);
    metrics.rejected(ErrorCode::kInternal);
    metrics.counters["requests_total"] = 8;
    count(metrics.counters, Refusal::kServerFull);
    const LoopTotals loop = totals_of(metrics);
    LoopTotals both = loop;
    both.merge(loop);
    EXPECT_EQ(both.counters["requests_total"], 16u);
    EXPECT_EQ(both.counters["polls"], 4u);
    EXPECT_EQ(both.status_ns.count(), 2u);
    EXPECT_EQ(both.refused(kErrorCodes - 1), 2u);
    EXPECT_EQ(both.refused(kRefusedCodes - 1), 2u);
    EXPECT_EQ(refused_code(kErrorCodes - 1), "INTERNAL");
    EXPECT_EQ(refused_code(kRefusedCodes - 1), "SERVER_FULL");
}

}  // namespace
}  // namespace onsale::http
