#include "adapter/http/api/context/health_site.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

#include "adapter/http/api/context/test_reply.hpp"
#include "adapter/http/guest/test_guest_site.hpp"

namespace onsale::http {
namespace {

using namespace std::chrono_literals;
using boost::asio::awaitable;
using testing::Answered;
using testing::kTestStart;
using waiting_room::EventId;
namespace fact = waiting_room::fact;

// A node whose views are fed from Redis.
class HealthSiteTest : public ::testing::Test, public testing::TestLoop {
  protected:
    HealthSiteTest() {
        add_event(EventId{1}, "one");
        add_event(EventId{2}, "two");
        context_.view_age = [this](EventId event) { return ages_.at(event.value - 1); };
    }

    void add_event(EventId event, std::string key) {
        waiting_room::EventSettings settings;
        settings.key = std::move(key);
        settings.opens_at = kTestStart;
        room_.publish(
            event, {fact::EventCreated{std::make_shared<waiting_room::EventSettings>(settings)}});
    }
    Answered get(std::string_view path, Method method = Method::kGet) {
        Request request;
        request.method = method;
        request.path = path;
        return testing::call(site_, io_, request);
    }

    std::vector<std::optional<Duration>> ages_{100ms, 400ms};
    bool broken_ = false;
    HealthSite::GatherReadiness ready_ = [this]() -> awaitable<Readiness> {
        co_return readiness_of(context_);
    };
    HealthSite site_{context_, ready_, [this]() -> awaitable<std::string> {
                         if (broken_) throw std::runtime_error{"broken"};
                         co_return "onsale_up 1\n";
                     }};
};

TEST_F(HealthSiteTest, LivesWhateverItsViewsAre) {
    context_.degraded = Degraded::kRedisGone;
    EXPECT_EQ(get("/healthz").status, 200);
}

TEST_F(HealthSiteTest, IsReadyWithTheAgeOfItsOldestView) {
    const Answered answer = get("/readyz");
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body, R"({"status":"ok","parts":{"process":"ok","redis":"ok",)"
                           R"("view":{"events":2,"ageMs":400}}})");
}

TEST_F(HealthSiteTest, IsNotReadyWhileOneViewIsTooOld) {
    ages_[1] = 2001ms;
    const Answered answer = get("/readyz");
    EXPECT_EQ(answer.status, 503);
    EXPECT_EQ(answer.body, R"({"status":"degraded","parts":{"process":"ok","redis":"ok",)"
                           R"("view":{"events":2,"ageMs":2001,"stale":true}}})");
    ages_[1] = 2000ms;
    EXPECT_EQ(get("/readyz").status, 200);
}

TEST_F(HealthSiteTest, IsNotReadyWhileOneViewWasNeverRead) {
    ages_[0].reset();
    const Answered answer = get("/readyz");
    EXPECT_EQ(answer.status, 503);
    EXPECT_NE(answer.body.find(R"("ageMs":null,"stale":true)"), std::string::npos) << answer.body;
}

TEST_F(HealthSiteTest, AnArchivedEventIsNobodysConcern) {
    ages_[0].reset();
    room_.publish(EventId{1}, {fact::LifecycleChanged{waiting_room::Lifecycle::kArchived}});
    EXPECT_EQ(get("/readyz").status, 200);
}

TEST_F(HealthSiteTest, IsNotReadyWithoutRedis) {
    context_.degraded = Degraded::kRedisGone;
    const Answered answer = get("/readyz");
    EXPECT_EQ(answer.status, 503);
    EXPECT_NE(answer.body.find(R"("redis":"gone")"), std::string::npos) << answer.body;
}

TEST_F(HealthSiteTest, LeavesTheRotationBeforeItStops) {
    context_.stopping = true;
    const Answered answer = get("/readyz");
    EXPECT_EQ(answer.status, 503);
    EXPECT_NE(answer.body.find(R"("process":"stopping")"), std::string::npos) << answer.body;
}

TEST_F(HealthSiteTest, ShowsItsFigures) {
    const Answered answer = get("/metrics");
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body, "onsale_up 1\n");
}

TEST_F(HealthSiteTest, OutlivesFiguresThatCannotBeGathered) {
    broken_ = true;
    EXPECT_EQ(get("/metrics").status, 0);
    broken_ = false;
    for (int i = 0; i < 20; ++i)
        EXPECT_EQ(get("/metrics").status, 200);
}

TEST_F(HealthSiteTest, HasNothingElse) {
    EXPECT_EQ(get("/api/admin/events").status, 404);
    EXPECT_EQ(get("/readyz", Method::kPost).status, 405);
    HealthSite bare{context_, ready_};
    Request request;
    request.method = Method::kGet;
    request.path = "/metrics";
    EXPECT_EQ(testing::call(bare, io_, request).status, 404);
}

}  // namespace
}  // namespace onsale::http
