#include "adapter/server/operate/gather_readiness.hpp"

#include <exception>
#include <memory>
#include <optional>

#include <boost/asio/co_spawn.hpp>
#include <gtest/gtest.h>

#include "adapter/http/api/context/test_room.hpp"
#include "token/key/test_keys.hpp"

namespace onsale::server {
namespace {

// Ports of a loop that nobody calls.
class TestPorts final : public LoopPorts {
  public:
    const SaleClock& clock() const override { return clock_; }
    waiting_room::WaitingLines& lines() override { return room_; }
    waiting_room::EventOffice& office() override { return room_; }
    sale::SeatHolds* holds() override { return nullptr; }
    sale::Orders* orders() override { return nullptr; }
    sale::SaleOffice* sale_office() override { return nullptr; }
    void tell(NewsReader&) override {}

  private:
    http::testing::TestTime time_;
    SaleClock clock_{time_, http::testing::kTestStart};
    http::testing::TestRoom room_;
};

class GatherReadiness : public testing::Test {
  protected:
    // The test runs the home loop. Nobody runs the other loop unless the test does.
    operate::Readiness gather() {
        std::optional<operate::Readiness> answer;
        boost::asio::co_spawn(
            home_.io(), gather_readiness(home_, {&other_, &home_}),
            [&](const std::exception_ptr&, const operate::Readiness& given) { answer = given; });
        home_.io().poll();
        if (other_runs_) other_.io().poll();
        home_.io().run();
        return answer.value();
    }

    http::testing::TestTime time_;
    http::GuestLimits limits_{http::GuestRates{}};
    LoopDeps deps_{.connect = [](boost::asio::io_context&, LoopUse,
                                 http::LoopViews&) { return std::make_unique<TestPorts>(); },
                   .time = time_,
                   .keys = std::make_shared<const token::Keys>(token::test_keys(1)),
                   .limits = limits_};
    ServingLoop home_{"home", LoopUse::kOperator, deps_, {}, [](http::StreamHub::Key) {}};
    ServingLoop other_{"other", LoopUse::kGuests, deps_, {}, [](http::StreamHub::Key) {}};
    bool other_runs_ = false;
};

TEST_F(GatherReadiness, ALoopThatDoesNotAnswerMakesTheProcessNotReady) {
    const operate::Readiness readiness = gather();
    EXPECT_EQ(readiness.loops_stuck, 1U);
    const http::HealthAnswer answer = http::readyz(readiness);
    EXPECT_EQ(answer.status, 503);
    EXPECT_NE(answer.body.find(R"("loopsStuck":1)"), std::string::npos) << answer.body;
}

TEST_F(GatherReadiness, IsReadyWhenEveryLoopAnswers) {
    other_runs_ = true;
    const operate::Readiness readiness = gather();
    EXPECT_EQ(readiness.loops_stuck, 0U);
    EXPECT_EQ(http::readyz(readiness).status, 200) << http::readyz(readiness).body;
}

}  // namespace
}  // namespace onsale::server
