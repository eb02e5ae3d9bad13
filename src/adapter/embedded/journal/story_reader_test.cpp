#include "adapter/embedded/journal/story_reader.hpp"

#include <gtest/gtest.h>

#include "tests/support/test_box_office.hpp"

namespace onsale::embedded {
namespace {

using namespace std::chrono_literals;

sale::StoryAsk of_guest(std::uint32_t name) {
    return {
        .event = test::kEvent,
        .is_guest = [guest = test::guest_named(name)](const GuestId& one) { return one == guest; }};
}

TEST(StoryReader, ReadsWhatIsCommittedWhileTheWriterGoesOn) {
    test::TestBoxOffice office;
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    ASSERT_TRUE(office.buy(2, {"R-2"}));
    const StoryRead read = read_story(office.storage(), of_guest(2), 10min);
    EXPECT_TRUE(read.whole);
    std::size_t sold = 0;
    for (const sale::StoryFact& one : read.story.facts())
        if (const auto* const hall = std::get_if<sale::fact::HallChanged>(&one.fact))
            if (const auto* const seats = std::get_if<seat::fact::SeatsSold>(&hall->change)) {
                EXPECT_EQ(seats->guest, test::guest_named(2));
                ++sold;
            }
    EXPECT_EQ(sold, 1u);
    ASSERT_TRUE(office.buy(3, {"R-3"}));
}

TEST(StoryReader, StopsWhenItsTimeIsOverAndSaysSo) {
    test::TestBoxOffice office;
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    EXPECT_FALSE(read_story(office.storage(), of_guest(1), 0ms).whole);
}

}  // namespace
}  // namespace onsale::embedded
