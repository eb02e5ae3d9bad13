#include "adapter/redis/feed/lost_places.hpp"

#include <gtest/gtest.h>

namespace onsale::redis {
namespace {

using waiting_room::Number;
using waiting_room::PlaceBook;
using waiting_room::Standing;

PlaceBook book() {
    PlaceBook book;
    book.restore(Number{1}, Standing::kEndedCompleted);
    book.restore(Number{2}, Standing::kAdmitted);
    book.restore(Number{5}, Standing::kWaiting);
    return book;
}

TEST(LostPlaces, AreWhatTheViewKnewAndRedisDoesNot) {
    LostPlaces lost;
    lost.remember(book(), std::string_view{"\0\0\4", 3});
    EXPECT_EQ(lost.find(Number{1}), Standing::kEndedCompleted);
    EXPECT_EQ(lost.find(Number{2}), Standing::kNone) << "Redis knows it";
    EXPECT_EQ(lost.find(Number{3}), Standing::kNone) << "it was never issued";
    EXPECT_EQ(lost.find(Number{5}), Standing::kWaiting);
    EXPECT_EQ(lost.find(Number{6}), Standing::kNone);
}

TEST(LostPlaces, StayKnownWhileTheViewStartsAnewAgain) {
    LostPlaces lost;
    lost.remember(book(), "");
    lost.remember(PlaceBook{}, "");
    EXPECT_EQ(lost.find(Number{2}), Standing::kAdmitted);
}

TEST(LostPlaces, AreWhatWasKnownLast) {
    LostPlaces lost;
    lost.remember(book(), "");
    PlaceBook later;
    later.restore(Number{2}, Standing::kEndedCompleted);
    lost.remember(later, "");
    EXPECT_EQ(lost.find(Number{2}), Standing::kEndedCompleted);
}

}  // namespace
}  // namespace onsale::redis
