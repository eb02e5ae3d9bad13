#include "adapter/crowd/crowd.hpp"

#include <algorithm>

#include <boost/asio/co_spawn.hpp>
#include <gtest/gtest.h>

#include "tests/support/http_server.hpp"

namespace onsale::crowd {
namespace {

namespace asio = boost::asio;
using test::HttpRequest;

constexpr const char* kDemo = R"({"event":{"demo":true,"performances":[{"id":"day-1"}]}})";
constexpr const char* kNoDemo = R"({"event":{"demo":false,"performances":[{"id":"day-1"}]}})";

// Advances one second whenever the clock is read.
class HurriedTime : public TimeSource {
  public:
    Instant wall() const override { return Instant{steady()}; }
    Duration steady() const override { return now_ += std::chrono::seconds{1}; }

  private:
    mutable Duration now_{};
};

// A site that gives the answers that the test sets, and records the requests.
class ToySite {
  public:
    explicit ToySite(asio::io_context& loop)
        : server_(loop, test::answering([this](const HttpRequest& request) {
                      requests.push_back(request);
                      return test::http_answer(
                          200, body_for(request),
                          "Set-Cookie: onsale_v=abc; Path=/\r\nLocation: /back\r\n");
                  })) {}

    SiteAddress address() const {
        const std::string port = std::to_string(server_.port());
        return {"127.0.0.1", port, "127.0.0.1:" + port};
    }
    std::size_t asked(std::string_view target) const {
        return static_cast<std::size_t>(std::ranges::count_if(
            requests, [&](const HttpRequest& one) { return one.target.starts_with(target); }));
    }

    std::string event = kDemo;
    std::string order = R"({"order":{"orderId":"O-1","provider":"demo"},"payUrl":"/demo-pay/k"})";
    std::vector<HttpRequest> requests;

  private:
    std::string body_for(const HttpRequest& request) const {
        if (request.target.starts_with("/api/events/")) return event;
        if (request.target == "/api/payment/request") return order;
        return R"({"status":"admitted","canEnter":true})";
    }

    test::HttpTestServer server_;
};

class DemoCrowd : public ::testing::Test {
  protected:
    // Runs until the crowd ends with a reason, or `until` holds.
    std::string play(const std::function<bool()>& until = [] { return false; }) {
        if (!crowd) {
            crowd.emplace(loop, Crowd::Config{site.address(), "demo", 3, 1}, time);
            asio::co_spawn(loop, crowd->play(), [this](const std::exception_ptr&, std::string why) {
                reason = std::move(why);
            });
        }
        constexpr int kTenMillisecondsMax = 2'000;
        for (int i = 0; !reason && !until() && i < kTenMillisecondsMax; ++i)
            loop.run_for(Duration{10});
        return reason.value_or("");
    }

    asio::io_context loop{1};
    HurriedTime time;
    ToySite site{loop};
    std::optional<Crowd> crowd;
    std::optional<std::string> reason;
};

TEST_F(DemoCrowd, AsksOnlyWhetherItIsADemoWhereItIsNone) {
    site.event = kNoDemo;
    EXPECT_NE(play().find("not a demo"), std::string::npos);
    EXPECT_EQ(site.requests.size(), 1u);
}

TEST_F(DemoCrowd, GoesHomeWhenTheEventIsNoDemoAnyMore) {
    play([&] { return site.asked("/api/queue/enter") > 0; });
    site.event = kNoDemo;
    EXPECT_NE(play().find("not a demo"), std::string::npos);
}

TEST_F(DemoCrowd, AsksAgainEveryMinute) {
    play([&] { return site.asked("/api/events/demo") > 2; });
    EXPECT_GT(site.asked("/api/events/demo"), 2u);
}

TEST_F(DemoCrowd, BuysThroughThePublicApi) {
    play([&] { return site.asked("/demo-pay/k") > 0; });
    EXPECT_GT(site.asked("/demo-pay/k"), 0u);
}

TEST_F(DemoCrowd, GoesHomeWhereMoneyIsReal) {
    site.order = R"({"order":{"orderId":"O-1","provider":"toss"},"payUrl":"https://pay.example"})";
    EXPECT_NE(play().find("real money"), std::string::npos);
    EXPECT_EQ(site.asked("/demo-pay/"), 0u);
}

TEST_F(DemoCrowd, SaysWhoItIsAndKeepsItsCookies) {
    play([&] { return site.asked("/api/queue/enter") > 0; });
    const auto enter = std::ranges::find_if(
        site.requests, [](const HttpRequest& one) { return one.target == "/api/queue/enter"; });
    ASSERT_NE(enter, site.requests.end());
    EXPECT_TRUE(enter->header("User-Agent").starts_with("Onsale-Demo-Crowd"));
    EXPECT_EQ(enter->header("Cookie"), "onsale_v=abc");
}

}  // namespace
}  // namespace onsale::crowd
