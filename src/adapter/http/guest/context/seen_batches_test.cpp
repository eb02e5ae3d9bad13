#include "adapter/http/guest/context/seen_batches.hpp"

#include <gtest/gtest.h>

#include "adapter/http/api/context/test_room.hpp"

namespace onsale::http {
namespace {

using waiting_room::EventId;
using waiting_room::Number;

TEST(SeenBatches, TellsEachNumberOncePerWindow) {
    testing::TestRoom lines;
    SeenBatches seen;
    for (int polls = 0; polls < 3; ++polls)
        seen.mark(EventId{1}, Number{7});
    seen.mark(EventId{1}, Number{9});
    seen.flush(lines);
    EXPECT_EQ(lines.seen_numbers, (std::vector<Number>{{7}, {9}}));
    seen.mark(EventId{1}, Number{7});
    seen.flush(lines);
    EXPECT_EQ(lines.seen_numbers.size(), 2u);
    seen.begin_window(EventId{1}, std::chrono::seconds{15});
    seen.mark(EventId{1}, Number{7});
    seen.flush(lines);
    EXPECT_EQ(lines.seen_numbers.size(), 3u);
}

TEST(SeenBatches, KeepsEventsApart) {
    testing::TestRoom lines;
    SeenBatches seen;
    seen.mark(EventId{1}, Number{7});
    seen.mark(EventId{2}, Number{7});
    seen.flush(lines);
    EXPECT_EQ(lines.seen_calls, 2);
}

}  // namespace
}  // namespace onsale::http
