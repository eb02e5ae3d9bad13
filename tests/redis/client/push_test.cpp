#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "adapter/redis/client/blocking_reader.hpp"
#include "adapter/redis/client/client.hpp"
#include "tests/redis/client/on_loop.hpp"
#include "tests/redis/client/subscriber.hpp"

namespace onsale::redis {
namespace {

class PushedRedis : public OnLoop {
  protected:
    Config config() const {
        Config config;
        config.seeds = {endpoint_of(server)};
        return config;
    }
    std::unique_ptr<Subscriber> subscriber(Channels channels) {
        return std::make_unique<Subscriber>(
            client, slot_of("c"), channels,
            ListenHandlers{.message =
                               [this](auto channel, auto message) {
                                   heard.push_back(std::string{channel} + "=" +
                                                   std::string{message});
                               },
                           .listening = [this](auto) { ++confirmed; }});
    }

    test::RedisServer server;
    Client client{loop, config()};
    std::vector<std::string> heard;
    int confirmed = 0;
};

TEST_F(PushedRedis, HearsWhatIsPublishedAfterTheConfirmation) {
    for (const auto channels : {Channels::kSharded, Channels::kClusterWide}) {
        heard.clear();
        confirmed = 0;
        const auto listening = subscriber(channels);
        ASSERT_TRUE(listening->subscribe("c"));
        run_until([&] { return confirmed == 1; });
        const bool sharded = channels == Channels::kSharded;
        (void)server.command({sharded ? "SPUBLISH" : "PUBLISH", "c", "news"});
        run_until([&] { return !heard.empty(); });
        EXPECT_EQ(heard, std::vector<std::string>{"c=news"});
    }
}

TEST_F(PushedRedis, AChannelLeftAndJoinedAgainIsConfirmedAgain) {
    const auto listening = subscriber(Channels::kSharded);
    listening->subscribe("c");
    run_until([&] { return confirmed == 1; });
    listening->unsubscribe("c");
    listening->subscribe("c");
    run_until([&] { return confirmed == 2; });
    (void)server.command({"SPUBLISH", "c", "news"});
    run_until([&] { return !heard.empty(); });
    EXPECT_EQ(client.counters()["redis_resubscriptions_total"],
              1U);  // It resubscribed on the same connection.
}

TEST_F(PushedRedis, ALostConnectionIsConfirmedAnew) {
    const auto listening = subscriber(Channels::kSharded);
    listening->subscribe("c");
    run_until([&] { return confirmed == 1; });
    (void)server.command({"CLIENT", "KILL", "TYPE", "pubsub"});
    run_until([&] { return confirmed == 2; });
    (void)server.command({"SPUBLISH", "c", "news"});
    run_until([&] { return !heard.empty(); });
}

TEST_F(PushedRedis, ASilentServerIsNoticed) {
    const auto listening = subscriber(Channels::kSharded);
    listening->subscribe("c");
    run_until([&] { return confirmed == 1; });
    server.pause();
    run_until([&] { return client.counters()["redis_connect_failures_total"] > 0; });
    server.resume();
    run_until([&] { return confirmed == 2; });
}

TEST_F(PushedRedis, ABlockingReadWakesUpAndKeepsNobodyWaiting) {
    BlockingReader reader{client};
    std::optional<CallResult> read;
    spawn(reader.call(Slot{}, {"XREAD", {"BLOCK", "10000", "STREAMS", "s", "$"}}, in(15s)),
          [&](CallResult answer) { read = std::move(answer); });
    run_until([&] { return server.info("blocked_clients") == "1"; });
    ASSERT_TRUE(run(client.call(Slot{}, {"XADD", {"s", "*", "f", "v"}}, in(5s))).has_value());
    run_until([&] { return read.has_value(); });
    EXPECT_EQ((*read)->items.at(0).items.at(0), Reply::bulk("s"));
}

TEST_F(PushedRedis, ABlockingReadThatIsLateDoesNotBlockTheNext) {
    BlockingReader reader{client};
    const Command forever{"XREAD", {"BLOCK", "0", "STREAMS", "s", "$"}};
    EXPECT_FALSE(run(reader.call(Slot{}, forever, in(50ms))).has_value());
    EXPECT_EQ(*run(reader.call(Slot{}, {"PING", {}}, in(5s))), Reply::status("PONG"));
}

TEST_F(PushedRedis, AClientThatGoesTakesItsWaitersWithIt) {
    auto short_lived = std::make_unique<Client>(loop, config());
    std::optional<CallResult> answer;
    spawn(short_lived->call(Slot{}, {"BLPOP", {"nothing", "0"}}, in(20s)),
          [&](CallResult result) { answer = std::move(result); });
    run_until([&] { return server.info("blocked_clients") == "1"; });
    short_lived.reset();
    run_until([&] { return answer.has_value(); });
    EXPECT_EQ(answer->error(), CallError::unknown(CallCause::kClosed, answer->error().words));
}

}  // namespace
}  // namespace onsale::redis
