#include "adapter/http/operator/operator_front.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "adapter/http/api/context/catch_up_handler.hpp"
#include "adapter/http/api/context/test_reply.hpp"

namespace onsale::http {
namespace {

// Notes in a common list that it was called.
struct NotingSite final : Handler {
    NotingSite(std::string called, std::vector<std::string>& in)
        : name(std::move(called)), noted(in) {}
    void handle(const Request&, Reply& reply) override {
        noted.push_back(name);
        reply.answer({});
    }
    std::string name;
    std::vector<std::string>& noted;
};

class OperatorFrontTest : public ::testing::Test {
  protected:
    std::string site_of(std::string_view path) {
        noted_.clear();
        testing::call(front_, loop_,
                      {.method = Method::kGet,
                       .path = path,
                       .query = {},
                       .headers = {},
                       .body = {},
                       .client = {}});
        return noted_.back();
    }

    boost::asio::io_context loop_;
    std::vector<std::string> noted_;
    NotingSite admin_{"admin", noted_};
    NotingSite guest_{"guest", noted_};
    OperatorFront front_{{admin_, guest_}};
};

TEST_F(OperatorFrontTest, LinesAndEventsAreTheGuestsRoutes) {
    EXPECT_EQ(site_of("/api/queue/show"), "guest");
    EXPECT_EQ(site_of("/api/events"), "guest");
    EXPECT_EQ(site_of("/api/events/show"), "guest");
}

TEST_F(OperatorFrontTest, EverythingElseIsTheOperators) {
    EXPECT_EQ(site_of("/api/admin/events"), "admin");
    EXPECT_EQ(site_of("/metrics"), "admin");
    EXPECT_EQ(site_of("/api/orders"), "admin");
}

TEST_F(OperatorFrontTest, TheViewsAreCaughtUpBeforeARequest) {
    CatchUpHandler current{[this] { noted_.push_back("caught up"); }, front_};
    testing::call(current, loop_,
                  {.method = Method::kGet,
                   .path = "/metrics",
                   .query = {},
                   .headers = {},
                   .body = {},
                   .client = {}});
    EXPECT_EQ(noted_, (std::vector<std::string>{"caught up", "admin"}));
}

}  // namespace
}  // namespace onsale::http
