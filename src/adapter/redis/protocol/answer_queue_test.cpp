#include "adapter/redis/protocol/answer_queue.hpp"

#include <gtest/gtest.h>

namespace onsale::redis {
namespace {

const Deadline kNow{};

std::shared_ptr<Exchange> exchange_of(std::string bytes, std::size_t answers = 1) {
    auto made = std::make_shared<Exchange>();
    made->bytes = std::move(bytes);
    made->answers_wanted = answers;
    return made;
}

class AnswerQueueTest : public testing::Test {
  protected:
    std::shared_ptr<Exchange> admit(std::string bytes, std::size_t answers = 1) {
        auto made = exchange_of(std::move(bytes), answers);
        EXPECT_TRUE(queue.admit(made));
        return made;
    }
    AnswerQueue queue{{.exchanges_max = 3, .bytes_max = 100}};
};

TEST_F(AnswerQueueTest, GivesAnswersInTheOrderOfTheCommands) {
    const auto first = admit("a");
    const auto second = admit("b");
    EXPECT_EQ(queue.take_unsent(kNow), "ab");
    queue.accept(Reply::integer_of(1));
    EXPECT_TRUE(first->is_over());
    EXPECT_FALSE(second->is_over());
    queue.accept(Reply::integer_of(2));
    EXPECT_EQ(second->answers, std::vector{Reply::integer_of(2)});
}

TEST_F(AnswerQueueTest, WakesWhenTheLastAnswerIsThere) {
    const auto pair = admit("ab", 2);
    int wakes = 0;
    pair->wake = [&wakes] { ++wakes; };
    (void)queue.take_unsent(kNow);
    queue.accept(Reply::integer_of(1));
    EXPECT_EQ(wakes, 0);
    queue.accept(Reply::integer_of(2));
    EXPECT_EQ(wakes, 1);
}

TEST_F(AnswerQueueTest, TakesEachByteOnce) {
    admit("a");
    (void)queue.take_unsent(kNow);
    admit("b");
    EXPECT_EQ(queue.take_unsent(kNow), "b");
    EXPECT_FALSE(queue.has_unsent());
}

TEST_F(AnswerQueueTest, ALateAnswerIsDroppedAndNobodyElseGetsIt) {
    const auto late = admit("a");
    const auto next = admit("b");
    (void)queue.take_unsent(kNow);
    EXPECT_EQ(queue.give_up(*late), CallOutcome::kOutcomeUnknown);
    queue.accept(Reply::integer_of(1));
    queue.accept(Reply::integer_of(2));
    EXPECT_EQ(next->answers, std::vector{Reply::integer_of(2)});
}

TEST_F(AnswerQueueTest, ACommandGivenUpBeforeSendingIsNeverSent) {
    const auto unsent = admit("a");
    admit("b");
    EXPECT_EQ(queue.give_up(*unsent), CallOutcome::kUnavailable);
    EXPECT_EQ(queue.take_unsent(kNow), "b");
}

TEST_F(AnswerQueueTest, RefusesMoreExchangesThanItsLimit) {
    for (int i = 0; i < 3; ++i)
        admit("a");
    EXPECT_FALSE(queue.admit(exchange_of("a")));
}

TEST_F(AnswerQueueTest, AGivenUpCommandCountsUntilItIsAnswered) {
    const auto late = admit("a");
    admit("a");
    admit("a");
    (void)queue.take_unsent(kNow);
    (void)queue.give_up(*late);
    EXPECT_FALSE(queue.admit(exchange_of("a")));
    queue.accept(Reply::nil());
    EXPECT_TRUE(queue.admit(exchange_of("a")));
}

TEST_F(AnswerQueueTest, RefusesMoreBytesThanItsLimit) {
    admit(std::string(60, 'a'));
    EXPECT_FALSE(queue.admit(exchange_of(std::string(41, 'a'))));
    EXPECT_TRUE(queue.admit(exchange_of(std::string(40, 'a'))));
    EXPECT_EQ(queue.bytes(), 100U);
}

TEST_F(AnswerQueueTest, ALostConnectionTellsSentFromUnsent) {
    const auto sent = admit("a");
    (void)queue.take_unsent(kNow);
    const auto unsent = admit("b");
    queue.fail_all(CallCause::kConnectionLost, "reset");
    EXPECT_EQ(sent->error, CallError::unknown(CallCause::kConnectionLost, "reset"));
    EXPECT_EQ(unsent->error, CallError::unavailable(CallCause::kConnectionLost, "reset"));
    EXPECT_EQ(queue.depth(), 0U);
    EXPECT_EQ(queue.bytes(), 0U);
}

TEST_F(AnswerQueueTest, AnAnswerToNothingIsSaid) {
    admit("a");
    EXPECT_FALSE(queue.accept(Reply::error("ERR max number of clients reached")));
}

TEST_F(AnswerQueueTest, KnowsSinceWhenTheServerIsSilent) {
    admit("a");
    EXPECT_EQ(queue.oldest_sent(), std::nullopt);
    (void)queue.take_unsent(kNow + std::chrono::seconds{3});
    EXPECT_EQ(queue.oldest_sent(), kNow + std::chrono::seconds{3});
}

}  // namespace
}  // namespace onsale::redis
