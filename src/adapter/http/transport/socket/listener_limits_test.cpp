#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "adapter/http/transport/socket/listener.hpp"
#include "adapter/http/transport/socket/test_listener.hpp"

namespace onsale::http {
namespace {

using namespace std::chrono_literals;
using namespace testing;

TEST(Deadline, AHeadThatDribblesIsCutOff) {
    Server server;
    Client client = server.connect();
    client.send(get("/first"));
    client.answers();
    const std::string head = get("/slow", "X-Filler: 0123456789\r\n");
    for (std::size_t i = 0; i < 10; ++i) {  // One byte per second is still too slow.
        client.send(head.substr(i, 1));
        server.run_a_while();
        server.advance(1s);
    }
    server.advance(500ms);
    EXPECT_TRUE(client.until_closed().contains("REQUEST_TIMEOUT"));
    EXPECT_EQ(server.refused_as(Refusal::kRequestTimeout), 1U);
}

TEST(Deadline, TheFirstHeadIsTimedFromAccept) {
    Server server;
    Client client = server.connect();
    ASSERT_TRUE(server.run_until([&] { return server.counters["connections_open"] == 1; }));
    server.advance(9s);
    client.send("GET / HT");
    server.run_a_while();
    server.advance(1500ms);
    EXPECT_TRUE(client.until_closed().starts_with("HTTP/1.1 408 "));
}

TEST(Deadline, AConnectionThatSaysNothingIsClosed) {
    Server server;
    Client client = server.connect();
    ASSERT_TRUE(server.run_until([&] { return server.counters["connections_open"] == 1; }));
    server.advance(9500ms);
    EXPECT_EQ(server.counters["connections_open"], 1U);
    server.advance(1s);
    EXPECT_EQ(client.until_closed(), "");
}

TEST(Deadline, AHeadInTimeIsServed) {
    Server server;
    Client client = server.connect();
    client.send("GET /a HTTP/1.1\r\n");
    server.run_a_while();
    server.advance(9s);
    client.send("Host: h\r\n\r\n");
    EXPECT_EQ(body_of(client.answers()), "/a|");
}

TEST(Deadline, ASlowBodyIsCutOffAfterTheGrace) {
    Server server;
    Client client = server.connect();
    client.send("POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: 60000\r\n\r\n");
    server.run_a_while();
    for (int second = 0; second < 6; ++second) {
        client.send(std::string(400, 'x'));
        server.run_a_while();
        server.advance(1s);
    }
    EXPECT_TRUE(client.until_closed().contains("REQUEST_TIMEOUT"));
}

TEST(Deadline, ABodyAtTheMinimumRateIsTaken) {
    Server server;
    Client client = server.connect();
    client.send("POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: 15000\r\n\r\n");
    server.run_a_while();
    for (int second = 0; second < 25; ++second) {
        client.send(std::string(600, 'x'));
        server.run_a_while();
        server.advance(1s);
    }
    EXPECT_TRUE(client.answers().starts_with("HTTP/1.1 200 "));
}

TEST(Deadline, AnIdleConnectionIsClosed) {
    Server server;
    Client client = server.connect();
    client.send(get("/a"));
    client.answers();
    server.advance(74s);
    client.send(get("/b"));  // A request restarts the idle timeout.
    client.answers();
    server.advance(74s);
    EXPECT_EQ(server.counters["connections_open"], 1U);
    server.advance(2s);
    EXPECT_EQ(client.until_closed(), "");
    EXPECT_EQ(server.counters["idle_timeouts_total"], 1U);
}

TEST(Deadline, AReaderThatStallsIsClosed) {
    Server server;
    server.handler.big.assign(16 << 20, 'x');
    Client client = server.connect();
    client.send(get("/big"));
    server.run_a_while();
    server.advance(29s);
    EXPECT_EQ(server.counters["connections_open"], 1U);
    server.advance(2s);
    EXPECT_EQ(server.counters["connections_open"], 0U);
    EXPECT_EQ(server.counters["write_timeouts_total"], 1U);
}

TEST(Deadline, ALaterReplyHasNone) {
    Server server;
    Client client = server.connect();
    client.send(get("/later"));
    ASSERT_TRUE(server.run_until([&] { return !server.handler.later.empty(); }));
    server.advance(600s);
    server.handler.later[0].answer({.body = "at last"});
    EXPECT_EQ(body_of(client.answers()), "at last");
}

TEST(Limit, ConnectionsPerAddress) {
    Server server{{.connections_per_address_max = 2}};
    std::vector<Client> inside;
    for (int i = 0; i < 2; ++i) {
        inside.push_back(server.connect());
    }
    ASSERT_TRUE(server.run_until([&] { return server.counters["connections_open"] == 2; }));
    Client outside = server.connect();
    const std::string answer = outside.until_closed();
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 429 "));
    EXPECT_TRUE(answer.contains("Retry-After: 5\r\n"));
    EXPECT_TRUE(answer.contains("TOO_MANY_CONNECTIONS"));
    inside.pop_back();
    ASSERT_TRUE(server.run_until([&] { return server.counters["connections_open"] == 1; }));
    Client next = server.connect();
    next.send(get("/a"));
    EXPECT_EQ(body_of(next.answers()), "/a|");
}

TEST(Limit, ConnectionsInAll) {
    Server server{{.connections_max = 1}};
    Client inside = server.connect();
    ASSERT_TRUE(server.run_until([&] { return server.counters["connections_open"] == 1; }));
    Client outside = server.connect();
    const std::string answer = outside.until_closed();
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 503 "));
    EXPECT_TRUE(answer.contains("SERVER_FULL"));
}

TEST(Limit, ListenersThatCountTogetherShareTheirCaps) {
    const auto count = std::make_shared<OpenConnections>();
    Server one{{.counted_in = count, .connections_per_address_max = 2}};
    Server other{{.counted_in = count, .connections_per_address_max = 2}};
    Client first = one.connect();
    Client second = other.connect();
    ASSERT_TRUE(one.run_until([&] { return one.counters["connections_open"] == 1; }));
    ASSERT_TRUE(other.run_until([&] { return other.counters["connections_open"] == 1; }));
    EXPECT_TRUE(one.connect().until_closed().contains("TOO_MANY_CONNECTIONS"));
    EXPECT_TRUE(other.connect().until_closed().contains("TOO_MANY_CONNECTIONS"));
    second.close();
    ASSERT_TRUE(other.run_until([&] { return other.counters["connections_open"] == 0; }));
    Client next = one.connect();
    next.send(get("/a"));
    EXPECT_EQ(body_of(next.answers()), "/a|");
}

TEST(Limit, AListenerThatEndsTakesItsConnectionsOutOfTheCount) {
    const auto count = std::make_shared<OpenConnections>();
    Server one{{.counted_in = count, .connections_max = 1}};
    Server other{{.counted_in = count, .connections_max = 1}};
    Client inside = one.connect();
    ASSERT_TRUE(one.run_until([&] { return one.counters["connections_open"] == 1; }));
    one.listener.reset();
    Client next = other.connect();
    next.send(get("/a"));
    EXPECT_EQ(body_of(next.answers()), "/a|");
}

// Lowers the limit of descriptors to the number that is open now.
class DescriptorFamine {
  public:
    DescriptorFamine() {
        ::getrlimit(RLIMIT_NOFILE, &before_);
        const int next = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
        ::close(next);
        const rlimit tight{static_cast<rlim_t>(next), before_.rlim_max};
        ::setrlimit(RLIMIT_NOFILE, &tight);
    }
    ~DescriptorFamine() { ::setrlimit(RLIMIT_NOFILE, &before_); }

  private:
    rlimit before_{};
};

TEST(Limit, RunningOutOfDescriptorsIsSurvived) {
    Server server;
    Client inside = server.connect();
    // UBSan opens a pipe at the first call of a handler and of a log. This must happen before the
    // limit is lowered.
    inside.send(get("/first"));
    EXPECT_EQ(body_of(inside.answers()), "/first|");
    Client refused = server.connect();
    refused.send("?\r\n\r\n");
    EXPECT_TRUE(refused.until_closed().starts_with("HTTP/1.1 400 "));
    Client outside = server.connect();
    {
        const DescriptorFamine famine;
        EXPECT_TRUE(outside.until_closed().starts_with("HTTP/1.1 503 "));
        EXPECT_EQ(server.counters["accept_failures_total"], 1U);
        inside.send(get("/a"));
        EXPECT_EQ(body_of(inside.answers()), "/a|");
    }
    server.listener->sweep();
    Client next = server.connect();
    next.send(get("/b"));
    EXPECT_EQ(body_of(next.answers()), "/b|");
}

TEST(Drain, ClosesTheIdleAndFinishesTheRest) {
    Server server;
    Client idle = server.connect();
    idle.send(get("/a"));
    idle.answers();
    Client busy = server.connect();
    busy.send(get("/later"));
    ASSERT_TRUE(server.run_until([&] { return !server.handler.later.empty(); }));
    bool done = false;
    server.listener->drain([&] { done = true; });
    EXPECT_EQ(idle.until_closed(), "");
    EXPECT_FALSE(done);
    server.handler.later[0].answer({.body = "finished"});
    const std::string answer = busy.until_closed();
    EXPECT_TRUE(answer.contains("Connection: close\r\n"));
    EXPECT_EQ(body_of(answer), "finished");
    EXPECT_TRUE(server.run_until([&] { return done; }));
}

TEST(Drain, AnswersARequestThatArrivedJustBefore) {
    Server server;
    Client client = server.connect();
    ASSERT_TRUE(server.run_until([&] { return server.counters["connections_open"] == 1; }));
    client.send(get("/a"));
    server.listener->drain([] {});
    EXPECT_EQ(body_of(client.until_closed()), "/a|");
}

TEST(Drain, ServesWhoHadConnectedButWasNotAcceptedYet) {
    Server server;
    Client client = server.connect();
    bool done = false;
    server.listener->drain([&] { done = true; });
    client.send(get("/a"));
    EXPECT_EQ(body_of(client.until_closed()), "/a|");
    EXPECT_TRUE(server.run_until([&] { return done; }));
}

TEST(Drain, DoesNotWaitLongForWhoSendsNothing) {
    Server server;
    Client silent = server.connect();
    bool done = false;
    server.listener->drain([&] { done = true; });
    server.advance(2s);
    EXPECT_EQ(silent.until_closed(), "");
    EXPECT_TRUE(server.run_until([&] { return done; }));
}

TEST(Drain, AnAnnouncedStopServesAndEndsEachConnectionWithItsAnswer) {
    Server server;
    Client old = server.connect();
    old.send(get("/a"));
    old.answers();
    server.listener->close_after_answers();
    old.send(get("/b"));
    EXPECT_TRUE(old.until_closed().contains("Connection: close\r\n"));
    Client fresh = server.connect();
    fresh.send(get("/c"));
    EXPECT_EQ(body_of(fresh.until_closed()), "/c|");
}

TEST(Drain, DoesNotWaitForAnAnswerThatWasGivenJustBefore) {
    Server server;
    Client client = server.connect();
    client.send(get("/later"));
    ASSERT_TRUE(server.run_until([&] { return !server.handler.later.empty(); }));
    server.handler.later[0].answer({.body = "given"});
    bool done = false;
    server.listener->drain([&] { done = true; });
    EXPECT_EQ(body_of(client.until_closed()), "given");
    EXPECT_TRUE(server.run_until([&] { return done; }));
}

TEST(Drain, DoesNotWaitForever) {
    Server server;
    Client busy = server.connect();
    busy.send(get("/later"));
    ASSERT_TRUE(server.run_until([&] { return !server.handler.later.empty(); }));
    bool done = false;
    server.listener->drain([&] { done = true; });
    server.advance(11s);
    EXPECT_EQ(busy.until_closed(), "");
    EXPECT_TRUE(server.run_until([&] { return done; }));
}

TEST(Stream, SendsEventsAsTheyCome) {
    Server server;
    Client client = server.connect();
    client.send(get("/stream"));
    const std::string head = client.until("\r\n\r\n");
    EXPECT_TRUE(head.contains("Content-Type: text/event-stream\r\n"));
    EXPECT_TRUE(head.contains("Cache-Control: no-store\r\n"));
    EXPECT_TRUE(server.handler.streams[0].send("data: 1\n\n"));
    EXPECT_EQ(client.until("\n\n"), "data: 1\n\n");
    EXPECT_TRUE(server.handler.streams[0].send("data: 2\n\n"));
    server.handler.streams.clear();
    EXPECT_EQ(client.until_closed(), "data: 2\n\n");
}

TEST(Stream, ANewerStreamInItsPlaceEndsTheOlder) {
    Server server;
    Client older = server.connect();
    older.send(get("/stream"));
    older.until("\r\n\r\n");
    Client newer = server.connect();
    newer.send(get("/stream"));
    newer.until("\r\n\r\n");
    server.handler.streams[0] = std::move(server.handler.streams[1]);
    EXPECT_EQ(older.until_closed(), "");
    EXPECT_TRUE(server.handler.streams[0].send("data: 1\n\n"));
    EXPECT_EQ(newer.until("\n\n"), "data: 1\n\n");
}

TEST(Stream, DropsASlowReader) {
    Server server;
    Client client = server.connect();
    client.send(get("/stream"));
    client.until("\r\n\r\n");
    const std::string event(4096, 'x');
    int sent = 0;
    while (sent < 100'000 && server.handler.streams[0].send(event)) {
        ++sent;
    }
    EXPECT_LT(sent, 100'000);
    EXPECT_EQ(server.counters["slow_streams_dropped_total"], 1U);
    EXPECT_FALSE(server.handler.streams[0].send("x"));
}

TEST(Stream, NoticesThatTheClientHasGone) {
    Server server;
    Client client = server.connect();
    client.send(get("/stream"));
    client.until("\r\n\r\n");
    client.close();
    EXPECT_TRUE(server.run_until([&] { return server.counters["connections_open"] == 0; }));
    EXPECT_FALSE(server.handler.streams[0].send("data: 1\n\n"));
}

}  // namespace
}  // namespace onsale::http
