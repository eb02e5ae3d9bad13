#include "adapter/redis/store/payment_sight.hpp"

#include <gtest/gtest.h>

namespace onsale::redis {
namespace {

using namespace std::chrono_literals;

class PaymentSightTest : public testing::Test {
  protected:
    // One look per second. There is a beat just before each if the key is there.
    void look(bool is_open, int times) {
        for (int i = 0; i < times; ++i)
            sight.see(is_open ? std::optional{3000ms} : std::nullopt, now += 1s);
    }
    // Looks at a key that nobody renews, four times a second.
    void look_at_a_key_left_alone(int times) {
        for (int i = 1; i <= times; ++i)
            sight.see(3000ms - i * 250ms, now += 250ms);
    }

    PaymentSight sight;
    Deadline now{1000s};
};

TEST_F(PaymentSightTest, KnowsNothingBeforeTheFirstAnswer) {
    EXPECT_FALSE(sight.word(now));
}

TEST_F(PaymentSightTest, AnAbsenceBeganWithTheLastBeat) {
    look(true, 20);
    look_at_a_key_left_alone(11);
    now += 250ms;
    sight.see(std::nullopt, now);
    look(false, 2);
    const auto word = sight.word(now);
    ASSERT_TRUE(word);
    EXPECT_TRUE(word->is_gone);
    EXPECT_EQ(word->lasts, 5s) << "the life of the key, and two more looks";
    EXPECT_EQ(word->arguments(), (std::vector<std::string>{"gone", "5000"}));
}

TEST_F(PaymentSightTest, WithoutABeatItIsDoubtfulUntilItsKeyIsGone) {
    look(true, 20);
    look_at_a_key_left_alone(6);
    EXPECT_FALSE(sight.is_doubtful(now)) << "a beat may be a bit late";
    EXPECT_TRUE(sight.is_doubtful(now + 1ms));
    look(false, 1);
    EXPECT_FALSE(sight.is_doubtful(now)) << "now the lines are told";
    EXPECT_FALSE(PaymentSight{}.is_doubtful(now)) << "nothing is known";
}

TEST_F(PaymentSightTest, AfterALateBeatItIsDoubtfulForTwoSecondsMore) {
    look(true, 20);
    look_at_a_key_left_alone(7);
    look(true, 1);
    EXPECT_TRUE(sight.is_doubtful(now)) << "it was restarted and gives the time back now";
    look(true, 2);
    EXPECT_FALSE(sight.is_doubtful(now));
}

TEST_F(PaymentSightTest, WithoutAnswersOfRedisNothingIsDoubtful) {
    look(true, 20);
    EXPECT_TRUE(sight.is_doubtful(now + 3s));
    EXPECT_FALSE(sight.is_doubtful(now + 4s));
    now += 60s;
    look(true, 1);
    EXPECT_FALSE(sight.is_doubtful(now));
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
