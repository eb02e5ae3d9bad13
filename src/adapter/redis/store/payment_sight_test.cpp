#include "adapter/redis/store/payment_sight.hpp"

#include <gtest/gtest.h>

namespace onsale::redis {
namespace {

using namespace std::chrono_literals;

class PaymentSightTest : public testing::Test {
  protected:
    // One look per second.
    void look(bool is_open, int times) {
        for (int i = 0; i < times; ++i)
            sight.see(is_open, now += 1s);
    }

    PaymentSight sight;
    Deadline now{1000s};
};

TEST_F(PaymentSightTest, KnowsNothingBeforeTheFirstAnswer) {
    EXPECT_FALSE(sight.word(now));
}

TEST_F(PaymentSightTest, AnAbsenceBeganBeforeItsKeyWasGone) {
    look(true, 20);
    look(false, 2);
    const auto word = sight.word(now);
    ASSERT_TRUE(word);
    EXPECT_TRUE(word->is_gone);
    EXPECT_EQ(word->lasts, 5s) << "two looks, and the time for which the key outlives its process";
    EXPECT_EQ(word->arguments(), (std::vector<std::string>{"gone", "5000"}));
}

TEST_F(PaymentSightTest, WhoIsBackHasTimeToGiveTheTimeBackItself) {
    look(true, 20);
    look(false, 5);
    look(true, 10);
    EXPECT_FALSE(sight.word(now));
    look(true, 1);
    const auto word = sight.word(now);
    ASSERT_TRUE(word);
    EXPECT_FALSE(word->is_gone);
    EXPECT_EQ(word->lasts, 10s);
}

TEST_F(PaymentSightTest, TimeInWhichRedisDidNotAnswerIsNoAbsence) {
    look(true, 20);
    EXPECT_FALSE(sight.word(now + 4s)) << "nothing is known without an answer";
    now += 60s;
    look(false, 2);
    EXPECT_EQ(sight.word(now)->lasts, 1s);
}

TEST_F(PaymentSightTest, AnAbsenceIsToldEverySecondAndAReturnOnce) {
    PaymentTold told;
    const PaymentNotice gone{true, 5s};
    const PaymentNotice back{false, 10s};
    EXPECT_TRUE(told.is_news(gone, now));
    told.told(gone, now);
    EXPECT_FALSE(told.is_news(gone, now + 999ms));
    EXPECT_TRUE(told.is_news(gone, now + 1s));
    EXPECT_TRUE(told.is_news(back, now));
    told.told(back, now);
    EXPECT_FALSE(told.is_news(back, now + 60s));
}

}  // namespace
}  // namespace onsale::redis
