#include "adapter/redis/protocol/call_plan.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace onsale::redis {
namespace {

using namespace std::chrono_literals;

constexpr double kNoJitter = 0.0;
constexpr double kMostJitter = 0.999;
const Deadline kNow{};
const RetryConfig kConfig{.redirections_max = 3, .backoff = {.first = 10ms, .longest = 100ms}};

class CallPlanTest : public testing::Test {
  protected:
    Step answered(std::string_view error) {
        return plan.answered(std::vector{Reply::error(error)}, false, kNow, kNoJitter);
    }
    CallPlan plan{kConfig, kNow + 1s};
};

TEST_F(CallPlanTest, AnAnswerEndsTheCall) {
    const std::vector answers{Reply::status("OK")};
    EXPECT_EQ(plan.answered(answers, false, kNow, kNoJitter).kind, Step::Kind::kAnswer);
}

TEST_F(CallPlanTest, AnErrorOfTheCommandIsAnAnswer) {
    for (const auto* error : {"WRONGTYPE Operation", "ERR syntax", "NOPERM no", "CROSSSLOT no",
                              "MOVED nonsense", "ASK 99999 a:1", "MOVED"})
        EXPECT_EQ(answered(error).kind, Step::Kind::kAnswer) << error;
}

TEST_F(CallPlanTest, MovedTeachesTheMapAndSendsAgain) {
    const Step step = answered("MOVED 3999 127.0.0.1:6381");
    EXPECT_EQ(step.kind, Step::Kind::kSend);
    EXPECT_EQ(step.new_master->slot, Slot{3999});
    EXPECT_EQ(step.new_master->node, (Endpoint{"127.0.0.1", 6381}));
    EXPECT_TRUE(step.refresh_map);
    EXPECT_FALSE(plan.ask_at());
}

TEST_F(CallPlanTest, AskGoesThereWithoutTeachingTheMap) {
    const Step step = answered("ASK 3999 127.0.0.1:6381");
    EXPECT_EQ(step.kind, Step::Kind::kSend);
    EXPECT_FALSE(step.new_master);
    EXPECT_FALSE(step.refresh_map);
    EXPECT_EQ(plan.ask_at(), (Endpoint{"127.0.0.1", 6381}));
}

TEST_F(CallPlanTest, AskHoldsForOneTry) {
    (void)answered("ASK 3999 127.0.0.1:6381");
    (void)answered("TRYAGAIN Multiple keys request during rehashing of slot");
    EXPECT_FALSE(plan.ask_at());
}

TEST_F(CallPlanTest, RedirectionsHaveALimit) {
    for (int i = 0; i < kConfig.redirections_max; ++i)
        EXPECT_EQ(answered("MOVED 1 127.0.0.1:1").kind, Step::Kind::kSend);
    const Step step = answered("MOVED 1 127.0.0.1:1");
    ASSERT_EQ(step.kind, Step::Kind::kFail);
    EXPECT_EQ(step.error->cause, CallCause::kRedirections);
    EXPECT_EQ(step.error->outcome, CallOutcome::kUnavailable);
}

TEST_F(CallPlanTest, ATemporaryRefusalIsTriedAgainLater) {
    for (const auto* error :
         {"TRYAGAIN x", "CLUSTERDOWN x", "LOADING x", "READONLY x", "MASTERDOWN x", "BUSY x"}) {
        CallPlan fresh{kConfig, kNow + 1s};
        const Step step = fresh.answered(std::vector{Reply::error(error)}, false, kNow, kNoJitter);
        EXPECT_EQ(step.kind, Step::Kind::kWaitAndSend) << error;
        EXPECT_EQ(step.delay, 5ms) << error;
    }
}

TEST_F(CallPlanTest, WaitsLongerEachTimeUpToTheLimit) {
    std::vector<std::chrono::milliseconds> delays;
    for (int i = 0; i < 6; ++i)
        delays.push_back(answered("LOADING x").delay);
    EXPECT_EQ(delays, (std::vector<std::chrono::milliseconds>{5ms, 10ms, 20ms, 40ms, 50ms, 50ms}));
}

TEST_F(CallPlanTest, JitterSpreadsOverTheSecondHalf) {
    EXPECT_EQ((Backoff{100ms, 1s}.delay(1, kNoJitter)), 50ms);
    EXPECT_EQ((Backoff{100ms, 1s}.delay(1, kMostJitter)), 99ms);
    EXPECT_EQ((Backoff{100ms, 1s}.delay(1'000'000, kNoJitter)), 500ms);
}

TEST_F(CallPlanTest, NeverWaitsBeyondTheDeadline) {
    const std::vector answers{Reply::error("CLUSTERDOWN Hash slot not served")};
    const Step step = plan.answered(answers, false, kNow + 999ms, kNoJitter);
    ASSERT_EQ(step.kind, Step::Kind::kFail);
    EXPECT_EQ(*step.error, CallError::unavailable(CallCause::kRefused, answers[0].text));
}

TEST_F(CallPlanTest, ARefusalThatStaysIsCertainlyNotDone) {
    for (const auto* error : {"OOM command not allowed", "NOREPLICAS Not enough", "MISCONF Errors",
                              "NOAUTH Authentication required.", "WRONGPASS invalid"}) {
        const Step step = answered(error);
        ASSERT_EQ(step.kind, Step::Kind::kFail) << error;
        EXPECT_EQ(step.error->outcome, CallOutcome::kUnavailable) << error;
    }
}

TEST_F(CallPlanTest, AnUnknownDigestIsSentAsTextOnce) {
    EXPECT_EQ(answered("NOSCRIPT No matching script").kind, Step::Kind::kSend);
    EXPECT_EQ(plan.form(), ScriptForm::kText);
    EXPECT_EQ(answered("NOSCRIPT No matching script").kind, Step::Kind::kFail);
}

TEST_F(CallPlanTest, AnUnknownDigestAtAnAskedNodeStaysThere) {
    (void)answered("ASK 3999 127.0.0.1:6381");
    (void)answered("NOSCRIPT No matching script");
    EXPECT_TRUE(plan.ask_at());
}

TEST_F(CallPlanTest, ACommandThatWasNeverSentIsTriedAgain) {
    const auto step =
        plan.failed(CallError::unavailable(CallCause::kNotConnected), kNow, kNoJitter);
    EXPECT_EQ(step.kind, Step::Kind::kWaitAndSend);
    EXPECT_TRUE(step.refresh_map);
}

TEST_F(CallPlanTest, AnUnknownOutcomeIsNeverRepeated) {
    for (const auto cause : {CallCause::kConnectionLost, CallCause::kDeadline}) {
        const auto step = plan.failed(CallError::unknown(cause), kNow, kNoJitter);
        ASSERT_EQ(step.kind, Step::Kind::kFail);
        EXPECT_EQ(step.error->outcome, CallOutcome::kOutcomeUnknown);
        EXPECT_TRUE(step.refresh_map);
    }
}

TEST_F(CallPlanTest, AFullQueueAndAWrongPasswordAreSaidAtOnce) {
    for (const auto cause : {CallCause::kQueueFull, CallCause::kAuthentication})
        EXPECT_EQ(plan.failed(CallError::unavailable(cause), kNow, kNoJitter).kind,
                  Step::Kind::kFail);
}

TEST_F(CallPlanTest, APipelineOfWhichSomethingWasDoneIsNotRepeated) {
    const std::vector answers{Reply::integer_of(1), Reply::error("ASK 1 127.0.0.1:1")};
    EXPECT_EQ(plan.answered(answers, false, kNow, kNoJitter).kind, Step::Kind::kAnswer);
}

TEST_F(CallPlanTest, WaitDoesNotCountAsDone) {
    const std::vector answers{Reply::error("MOVED 1 127.0.0.1:1"), Reply::integer_of(0)};
    EXPECT_EQ(plan.answered(answers, true, kNow, kNoJitter).kind, Step::Kind::kSend);
}

}  // namespace
}  // namespace onsale::redis
