#include "adapter/http/api/context/health.hpp"

#include <gtest/gtest.h>

namespace onsale::http {
namespace {

using namespace std::chrono_literals;

TEST(Health, AliveIsAlwaysOk) {
    EXPECT_EQ(healthz().status, 200);
    EXPECT_EQ(healthz().body, R"({"status":"ok"})");
}

TEST(Health, ReadyNamesEveryPart) {
    const HealthAnswer answer = readyz({.events = 3, .view_age = 40ms});
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body, R"({"status":"ok","parts":{"journal":"ok","writer":"ok",)"
                           R"("view":{"events":3,"ageMs":40}}})");
}

TEST(Health, IsNotReadyWhileNothingCanBeSaved) {
    const HealthAnswer answer = readyz({.journal = Degraded::kDiskFull});
    EXPECT_EQ(answer.status, 503);
    EXPECT_NE(answer.body.find(R"("status":"degraded")"), std::string::npos);
    EXPECT_NE(answer.body.find(R"("journal":"disk_full")"), std::string::npos);
}

TEST(Health, IsNotReadyWithoutAWriter) {
    EXPECT_EQ(readyz({.writer_running = false}).status, 503);
}

TEST(Health, ReadyNamesTheStoreAndRedisWhereBothAre) {
    const HealthAnswer answer = readyz({.redis = false, .events = 3, .view_age = 40ms});
    EXPECT_EQ(answer.status, 503);
    EXPECT_EQ(answer.body, R"({"status":"degraded","parts":{"journal":"ok","writer":"ok",)"
                           R"("redis":"gone","view":{"events":3,"ageMs":40}}})");
}

TEST(Health, AProcessIsAsReadyAsTheWorstOfItsLoops) {
    const Readiness good{.journal = {}, .redis = true, .events = 2, .view_age = 10ms};
    const Readiness old{
        .journal = {}, .redis = true, .events = 1, .view_age = 5s, .view_stale = true};
    const Readiness gone{.journal = {}, .redis = false, .view_age = {}, .stopping = true};
    EXPECT_EQ(readyz(worst_of(good, good)).status, 200);
    for (const auto& [one, other] : {std::pair{good, old}, std::pair{old, good}}) {
        const HealthAnswer answer = readyz(worst_of(one, other));
        EXPECT_EQ(answer.status, 503);
        EXPECT_NE(answer.body.find(R"("view":{"events":2,"ageMs":5000,"stale":true})"),
                  std::string::npos)
            << answer.body;
    }
    EXPECT_EQ(readyz(worst_of(good, gone)).body,
              R"({"status":"degraded","parts":{"process":"stopping","redis":"gone",)"
              R"("view":{"events":2,"ageMs":null}}})");
    EXPECT_EQ(worst_of({}, {.journal = Degraded::kDiskFull}).journal, Degraded::kDiskFull);
    EXPECT_EQ(worst_of({.journal = Degraded::kDiskFull}, {}).journal, Degraded::kDiskFull);
}

TEST(Health, IsNotReadyWhileALoopIsStuck) {
    const HealthAnswer answer = readyz({.loops_stuck = 1});
    EXPECT_EQ(answer.status, 503);
    EXPECT_NE(answer.body.find(R"("loopsStuck":1)"), std::string::npos);
}

TEST(Health, SaysThatNobodyTakesPaymentsAndStaysInTheRotation) {
    Readiness readiness{.redis = true, .payment = false};
    readiness.journal.reset();
    const HealthAnswer answer = readyz(readiness);
    EXPECT_EQ(answer.status, 200);
    EXPECT_TRUE(answer.body.contains(R"("payment":"gone")")) << answer.body;
}

TEST(Health, LeavesTheRotationBeforeItStops) {
    EXPECT_EQ(readyz({.stopping = true}).status, 503);
}

}  // namespace
}  // namespace onsale::http
