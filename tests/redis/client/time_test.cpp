#include <chrono>
#include <memory>

#include <gtest/gtest.h>

#include "adapter/redis/client/time_feed.hpp"
#include "runtime/system_time.hpp"
#include "tests/redis/client/on_loop.hpp"

namespace onsale::redis {
namespace {

// A machine whose own wall clock is wrong.
class RedisTime : public OnLoop {
  protected:
    Config config() const {
        Config config;
        config.seeds = {endpoint_of(*server)};
        return config;
    }
    Duration apart() const { return std::chrono::abs(time.wall() - right.wall()); }

    // Servers on this machine share its clock. Both are read in whole milliseconds.
    static constexpr Duration kClose{250};

    std::unique_ptr<test::RedisServer> server = std::make_unique<test::RedisServer>();
    runtime::SystemTime right;
    runtime::SystemTime wrong{1h};
    runtime::FollowedTime time{wrong};
    Client client{loop, config()};
};

TEST_F(RedisTime, IsTheServersWhateverTheOwnClockShows) {
    EXPECT_EQ(run(TimeFeed::ask(client, time, 5s)), std::nullopt);
    EXPECT_LT(apart(), kClose);
    EXPECT_LT(time.ahead(), -59min);
}

TEST_F(RedisTime, IsAskedAgainAndAgain) {
    const TimeFeed feed{loop, client, time, {.every = 10ms, .timeout = 1s}};
    const auto asked = [&] {
        const auto found = client.commands().find("TIME");
        return found == client.commands().end() ? 0 : found->second[runtime::CommandEnd::kAnswered];
    };
    run_until([&] { return asked() >= 3; });
    EXPECT_LT(apart(), kClose);
}

TEST_F(RedisTime, GoesOnWithoutTheServer) {
    std::size_t failures = 0;
    const TimeFeed feed{
        loop, client, time, {.every = 10ms, .timeout = 100ms, .failed = [&](const std::string&) {
                                 ++failures;
                             }}};
    run_until([&] { return time.is_told(); });
    server.reset();
    run_until([&] { return failures >= 2; });
    EXPECT_TRUE(time.is_told());
    EXPECT_LT(apart(), kClose);
}

TEST_F(RedisTime, IsTheOwnUntilTheServerHasBeenAsked) {
    EXPECT_FALSE(time.is_told());
    EXPECT_GT(apart(), 59min);
}

}  // namespace
}  // namespace onsale::redis
