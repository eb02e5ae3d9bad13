#include <atomic>
#include <chrono>
#include <latch>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <netdb.h>

#include "adapter/http_client/client.hpp"
#include "adapter/http_client/test_client.hpp"
#include "tests/support/http_server.hpp"

namespace {

// The name that the resolver below answers only when the test lets it.
constexpr std::string_view kSlowName = "slow.example";
std::atomic<std::latch*> slow_answer{nullptr};
std::atomic<int> slow_questions{0};

}  // namespace

// Takes the place of the C library's in this program, also for libcurl.
extern "C" int getaddrinfo(const char* name, const char* service, const addrinfo* hints,
                           addrinfo** result) {
    using Resolve = decltype(&getaddrinfo);
    static const auto real = reinterpret_cast<Resolve>(::dlsym(RTLD_NEXT, "getaddrinfo"));
    if (name == nullptr || name != kSlowName) return real(name, service, hints, result);
    ++slow_questions;
    slow_answer.load()->wait();
    --slow_questions;
    return EAI_NONAME;
}

namespace onsale::http_client {
namespace {

using namespace test;
using Awaitable = boost::asio::awaitable<void>;

class HttpClientLifetime : public ::testing::Test, protected TestClient {};

TEST_F(HttpClientLifetime, DestroyingTheClientEndsItsCalls) {
    bool asked = false;
    bool closed = false;
    HttpTestServer server{loop, [&](HttpPeer& peer) -> Awaitable {
                              co_await peer.request();
                              asked = true;
                              try {
                                  co_await peer.wait_for_close();
                              } catch (const std::exception&) {
                                  closed = true;
                              }
                          }};
    std::optional<CallResult> result;
    start({.url = server.url()}, result);
    ASSERT_TRUE(run_until([&] { return asked; }));
    client.reset();
    ASSERT_TRUE(run_until([&] { return result.has_value() && closed; }));
    EXPECT_EQ(result->error().cause, CallCause::kClosed);
    EXPECT_EQ(result->error().outcome, CallOutcome::kOutcomeUnknown);
}

TEST_F(HttpClientLifetime, ACallThatStartsAfterTheClientIsRefused) {
    auto late = client->call({.url = "http://127.0.0.1:1/"});
    client.reset();
    std::optional<CallResult> result;
    boost::asio::co_spawn(loop, std::move(late), [&](const std::exception_ptr&, CallResult given) {
        result = std::move(given);
    });
    ASSERT_TRUE(run_until([&] { return result.has_value(); }));
    EXPECT_EQ(result->error().cause, CallCause::kClosed);
}

TEST_F(HttpClientLifetime, ACancelledCallEnds) {
    bool asked = false;
    HttpTestServer server{loop, [&](HttpPeer& peer) -> Awaitable {
                              co_await peer.request();
                              asked = true;
                              co_await peer.wait_for_close();
                          }};
    boost::asio::cancellation_signal cancel;
    bool ended = false;
    boost::asio::co_spawn(
        loop, client->call({.url = server.url()}),
        boost::asio::bind_cancellation_slot(
            cancel.slot(), [&](const std::exception_ptr&, const CallResult&) { ended = true; }));
    ASSERT_TRUE(run_until([&] { return asked; }));
    cancel.emit(boost::asio::cancellation_type::terminal);
    EXPECT_TRUE(run_until([&] { return ended; }));
}

// The loop owns the suspended coroutines. The address sanitizer detects use after destruction.
TEST(HttpClientAtTheEnd, ALoopMayBeDestroyedWithCallsInEveryState) {
    for (int steps = 0; steps < 40; ++steps) {
        auto loop = std::make_unique<boost::asio::io_context>(1);
        auto server = std::make_unique<HttpTestServer>(
            *loop, answering([](const HttpRequest&) { return http_answer(200, "a"); }));
        auto client = std::make_unique<Client>(*loop);
        for (int i = 0; i < 3; ++i)
            boost::asio::co_spawn(*loop, client->call({.url = server->url()}),
                                  [](const std::exception_ptr&, const CallResult&) {});
        for (int i = 0; i < steps; ++i)
            loop->run_one_for(std::chrono::milliseconds{1});
        if (steps % 2 == 0) client.reset();
        server.reset();
        // Client destroyed before the loop.
        client.reset();
        loop.reset();
    }
}

// The coroutine is destroyed with the loop.
TEST(HttpClientAtTheEnd, ACoroutineMayOwnTheClient) {
    boost::asio::io_context loop{1};
    HttpTestServer server{loop,
                          [](HttpPeer& peer) -> Awaitable { co_await peer.wait_for_close(); }};
    const auto call_owner = [&]() -> Awaitable {
        Client client{loop};
        (void)co_await client.call({.url = server.url()});
    };
    boost::asio::co_spawn(loop, call_owner(), [](const std::exception_ptr&) {});
    while (server.connections == 0)
        loop.run_one();
}

TEST_F(HttpClientLifetime, ASlowResolverStopsNeitherTheLoopNorTheEndOfTheCall) {
    std::latch answer{1};
    slow_answer = &answer;
    HttpTestServer server{loop, answering([](const HttpRequest&) { return http_answer(200, ""); })};
    std::optional<CallResult> slow;
    start({.url = "http://" + std::string{kSlowName} + "/", .deadline = Duration{200}}, slow);
    ASSERT_TRUE(run_until([&] { return slow_questions == 1; }));
    EXPECT_TRUE(call({.url = server.url()}));
    ASSERT_TRUE(run_until([&] { return slow.has_value(); }));
    EXPECT_EQ(slow->error().cause, CallCause::kDeadline);
    EXPECT_EQ(slow->error().outcome, CallOutcome::kUnavailable);
    EXPECT_EQ(slow_questions, 1);  // The resolver has not answered yet.
    answer.count_down();
    while (slow_questions > 0)
        std::this_thread::yield();
}

}  // namespace
}  // namespace onsale::http_client
