#include "runtime/counters.hpp"

#include <set>

#include <gtest/gtest.h>

namespace onsale::runtime {
namespace {

TEST(Counters, AreCountedByName) {
    Counters counters;
    ++counters["shed_total"];
    counters["sent_bytes_total"] += 40;
    counters.cells("rate_limited_total")[2] = 7;
    EXPECT_EQ(counters["shed_total"], 1u);
    EXPECT_EQ(counters["sent_bytes_total"], 40u);
    EXPECT_EQ(counters.cells("rate_limited_total")[2], 7u);
    EXPECT_EQ(counters["received_bytes_total"], 0u);
}

TEST(Counters, RowsDoNotOverlap) {
    Counters counters;
    for (std::size_t row = 0; row < kCounterRows.size(); ++row)
        for (std::uint64_t& value : counters.cells(CounterKey::at(row)))
            EXPECT_EQ(value++, 0u) << kCounterRows[row].name;
}

TEST(Counters, HaveDifferentNames) {
    std::set<std::string_view> names;
    for (const CounterRow& row : kCounterRows)
        EXPECT_TRUE(names.insert(row.name).second) << row.name;
}

TEST(Counters, OfLoopsAddUpButOfMaximaTheHighestCounts) {
    Counters one;
    one["requests_total"] = 3;
    one["connections_open"] = 2;
    one["redis_pipeline_depth_max"] = 7;
    one.cells("transport_refusals_total")[15] = 1;
    Counters other = one;
    other["redis_pipeline_depth_max"] = 4;
    Counters all;
    all.add(one);
    all.add(other);
    EXPECT_EQ(all["requests_total"], 6u);
    EXPECT_EQ(all["connections_open"], 4u);
    EXPECT_EQ(all["redis_pipeline_depth_max"], 7u);
    EXPECT_EQ(all.cells("transport_refusals_total")[15], 2u);
}

TEST(Counters, HaveADifferenceAndAShare) {
    Counters before;
    before["requests_total"] = 10;
    Counters now = before;
    now["requests_total"] = 17;
    EXPECT_EQ(now.since(before)["requests_total"], 7u);
    EXPECT_EQ(now.since(before).part(1, 2)["requests_total"], 3u);
}

}  // namespace
}  // namespace onsale::runtime
