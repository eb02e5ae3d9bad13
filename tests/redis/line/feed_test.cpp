// A view that has missed something detects it and restarts.
#include "tests/redis/line/line_site.hpp"

namespace onsale::redis {
namespace {

class Feed : public LineSite {};

TEST_F(Feed, AnotherNodesViewShowsTheSameLine) {
    Node other{loop, config()};
    (void)enter(1);
    (void)enter(2);
    run_until([&] { return other.feed.applied(kEvent) == node.feed.applied(kEvent); });
    EXPECT_EQ(other.line()->answer(Number{2}, {}).position, 2u);
    EXPECT_EQ(other.client.counters()["redis_view_resyncs_total"], 0u);
}

TEST_F(Feed, AViewThatIsBehindATrimmedStreamStartsAnew) {
    boost::asio::io_context slow_loop{1};
    Node slow{slow_loop, config()};
    while (slow.line() == nullptr)
        slow_loop.run_one();
    (void)enter(1);
    (void)enter(2);
    (void)server.command({"XTRIM", "facts:{1}", "MAXLEN", "0"});
    (void)enter(3);
    while (slow.feed.applied(kEvent) < node.feed.applied(kEvent))
        slow_loop.run_one();
    EXPECT_EQ(slow.line()->answer(Number{3}, {}).position, 3u);
    EXPECT_EQ(slow.client.counters()["redis_view_resyncs_total"], 1u);
}

TEST_F(Feed, AnEmptiedServerIsToldEverythingAgain) {
    (void)enter(1);
    (void)server.command({"FLUSHALL"});
    const Number number = enter_at_last(2);
    EXPECT_GT(number.value, kBlock) << "a number was issued twice";
    EXPECT_EQ(position(number.value), 1u);
    EXPECT_EQ(standing(1), Standing::kNone);
    EXPECT_GE(node.client.counters()["redis_view_resyncs_total"], 1u);
}

// The view detects it even without new facts in the stream.
TEST_F(Feed, AViewThatIsAheadOfItsServerFindsOut) {
    (void)enter(1);
    (void)server.command({"SAVE"});
    (void)enter(2);
    watch->close();  // No more writes.
    server.kill();
    server.start();
    run_until([&] { return standing(2) == Standing::kNone; });
    EXPECT_EQ(standing(1), Standing::kWaiting);
}

// The store was restored from a backup that is older than the data in Redis.
TEST_F(Feed, AStoreThatIsBehindRedisIsHeardAllTheSame) {
    (void)server.command({"HSET", "line:{1}", "applied", "1000"});
    auto stopped = std::make_shared<waiting_room::Levers>();
    stopped->joins_stopped = true;
    run_until([&] { return relay.change() > 1000; });
    relay.apply({waiting_room::Fact{kEvent, waiting_room::fact::LeversSet{stopped}}}, {});
    run_until([&] { return node.line()->levers().joins_stopped; });
    EXPECT_EQ(enter(1).error(), EnterError::kJoinsStopped);
}

// The process of the store has restarted, and Redis has not noticed it.
TEST_F(Feed, ARepeatedFactIsNotCountedTwice) {
    (void)enter(1);
    const std::uint32_t version = node.line()->version();
    relay.continue_from(relay.change() + 1);
    relay.tell_all(kEvent);
    run_until([&] { return node.client.counters()["redis_view_resyncs_total"] == 1; });
    EXPECT_EQ(node.line()->version(), version);
    EXPECT_EQ(standing(1), Standing::kWaiting);
}

TEST_F(Feed, AWaiterHearsOfAChangeThatIsRepeatedMeanwhile) {
    watch->close();
    relay.apply(
        {waiting_room::Fact{kEvent, waiting_room::fact::LifecycleChanged{Lifecycle::kPaused}}}, {});
    bool is_over = false;
    std::optional<StreamId> heard;
    boost::asio::co_spawn(loop, relay.settled(kEvent, std::chrono::steady_clock::now() + 10s),
                          [&](const std::exception_ptr&, std::optional<StreamId> id) {
                              heard = id;
                              is_over = true;
                          });
    while (!relay.is_idle(kEvent))
        loop.run_one();
    ASSERT_FALSE(is_over);  // The call is answered, but the waiting coroutine has not resumed.
    relay.tell_all(kEvent);
    run_until([&] { return is_over; });
    EXPECT_TRUE(heard.has_value());
}

TEST_F(Feed, ItsAgeIsSmallUntilTheServerFallsSilent) {
    const auto age = [&] { return node.feed.age(std::chrono::steady_clock::now()).value(); };
    run_until([&] { return age() < 200ms; });
    server.pause();
    run_until([&] { return age() > 500ms; });
    server.resume();
    run_until([&] { return age() < 200ms; });
}

}  // namespace
}  // namespace onsale::redis
