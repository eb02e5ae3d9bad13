#include "adapter/http/health.hpp"

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

TEST(Health, LeavesTheRotationBeforeItStops) {
    EXPECT_EQ(readyz({.stopping = true}).status, 503);
}

}  // namespace
}  // namespace onsale::http
