#include "adapter/http_client/client.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <thread>

#include <boost/asio/co_spawn.hpp>
#include <gtest/gtest.h>

#include "adapter/http_client/test_client.hpp"
#include "base/assert.hpp"
#include "tests/support/http_server.hpp"

namespace onsale::http_client {
namespace {

using namespace test;
using Awaitable = boost::asio::awaitable<void>;

class HttpClient : public ::testing::Test, protected TestClient {};

TEST_F(HttpClient, SendsWhatItIsGiven) {
    HttpRequest asked;
    HttpTestServer server{loop, answering([&](const HttpRequest& request) {
                              asked = request;
                              return http_answer(201, "done", "X-Answer: yes\r\n");
                          })};
    const auto answer = call({.method = "POST",
                              .url = server.url() + "/a/../b?c=d",
                              .headers = {{"Content-Type", "application/json"}, {"X-Empty", " "}},
                              .body = "{}"});
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 201U);
    EXPECT_EQ(answer->body, "done");
    EXPECT_EQ(answer->header("x-answer"), "yes");
    EXPECT_EQ(asked.method, "POST");
    EXPECT_EQ(asked.target, "/a/../b?c=d");
    EXPECT_EQ(asked.body, "{}");
    EXPECT_EQ(asked.header("Content-Type"), "application/json");
    EXPECT_EQ(asked.header("Host"), "127.0.0.1:" + std::to_string(server.port()));
    const std::pair<std::string, std::string> empty{"X-Empty", ""};
    EXPECT_NE(std::ranges::find(asked.headers, empty), asked.headers.end());
}

TEST_F(HttpClient, SendsEveryMethodWithAndWithoutABody) {
    HttpRequest asked;
    HttpTestServer server{loop, answering([&](const HttpRequest& request) {
                              asked = request;
                              return http_answer(200, "");
                          })};
    for (const char* const method : {"GET", "POST", "PUT", "PATCH", "DELETE"}) {
        for (const char* const body : {"", "body"}) {
            ASSERT_TRUE(call({.method = method, .url = server.url(), .body = body}));
            EXPECT_EQ(asked.method, method);
            EXPECT_EQ(asked.body, body);
            EXPECT_EQ(asked.header("Content-Type"), "");
        }
    }
}

TEST_F(HttpClient, SendsALargeBodyWithoutAskingFirst) {
    const std::string body(3 << 20, 'x');
    HttpRequest asked;
    HttpTestServer server{loop, answering([&](const HttpRequest& request) {
                              asked = request;
                              return http_answer(200, "");
                          })};
    ASSERT_TRUE(call({.method = "POST", .url = server.url(), .body = body}));
    EXPECT_EQ(asked.header("Expect"), "");
    EXPECT_TRUE(asked.body == body);
}

TEST_F(HttpClient, ReadsAChunkedAnswer) {
    HttpTestServer server{loop, answering([](const HttpRequest&) {
                              return "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                                     "3\r\nabc\r\n2\r\nde\r\n0\r\nTrailer: t\r\n\r\n";
                          })};
    const auto answer = call({.url = server.url()});
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->body, "abcde");
    EXPECT_EQ(answer->header("Trailer"), "");
}

TEST_F(HttpClient, ReadsALargeAnswer) {
    const std::string body(8 << 20, 'x');
    HttpTestServer server{loop,
                          answering([&](const HttpRequest&) { return http_answer(200, body); })};
    const auto answer = call({.url = server.url(), .answer_max = body.size()});
    ASSERT_TRUE(answer);
    EXPECT_TRUE(answer->body == body);
}

TEST_F(HttpClient, HandsOutARedirectInsteadOfFollowingIt) {
    int asked = 0;
    HttpTestServer server{loop, answering([&](const HttpRequest&) {
                              ++asked;
                              return http_answer(302, "", "Location: /elsewhere\r\n");
                          })};
    const auto answer = call({.url = server.url()});
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 302U);
    EXPECT_EQ(answer->header("Location"), "/elsewhere");
    EXPECT_EQ(asked, 1);
}

TEST_F(HttpClient, KeepsTheConnectionForTheNextCall) {
    HttpTestServer server{loop,
                          answering([](const HttpRequest&) { return http_answer(200, "a"); })};
    for (int i = 0; i < 5; ++i)
        ASSERT_TRUE(call({.url = server.url()}));
    EXPECT_EQ(server.connections, 1U);
}

TEST_F(HttpClient, ConnectsAgainWhenTheServerClosedAnIdleConnection) {
    int closed = 0;
    HttpTestServer server{loop, [&](HttpPeer& peer) -> Awaitable {
                              co_await peer.request();
                              co_await peer.send(http_answer(200, "a"));
                              peer.close();
                              ++closed;
                          }};
    for (int i = 1; i <= 3; ++i) {
        ASSERT_TRUE(call({.method = "POST", .url = server.url()}));
        ASSERT_TRUE(run_until([&] { return closed == i; }));
    }
    EXPECT_EQ(server.connections, 3U);
}

TEST_F(HttpClient, LeavesNothingForTheLoopToDoWhileIdle) {
    boost::asio::io_context elsewhere{1};
    HttpTestServer server{elsewhere,
                          answering([](const HttpRequest&) { return http_answer(200, "a"); })};
    std::jthread thread{[&] { elsewhere.run(); }};
    std::optional<CallResult> result;
    start({.url = server.url()}, result);
    loop.run_for(std::chrono::seconds{20});
    EXPECT_TRUE(loop.stopped());  // The loop ran out of work before the timeout.
    EXPECT_TRUE(result && *result);
    elsewhere.stop();
}

class SocketFolder {
  public:
    SocketFolder() {
        auto name = (std::filesystem::temp_directory_path() / "onsale-client-XXXXXX").string();
        ONSALE_ASSERT(::mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    ~SocketFolder() { std::filesystem::remove_all(path_); }
    std::filesystem::path socket() const { return path_ / "a.sock"; }

  private:
    std::filesystem::path path_;
};

TEST_F(HttpClient, CallsOverAUnixSocket) {
    const SocketFolder folder;
    HttpRequest asked;
    HttpTestServer server{loop, folder.socket(), answering([&](const HttpRequest& request) {
                              asked = request;
                              return http_answer(200, "a");
                          })};
    const auto answer = call({.url = "http://localhost/path", .unix_socket = folder.socket()});
    ASSERT_TRUE(answer);
    EXPECT_EQ(asked.target, "/path");
    EXPECT_EQ(asked.header("Host"), "localhost");
}

TEST_F(HttpClient, SendsAnotherHostWhenAsked) {
    HttpRequest asked;
    HttpTestServer server{loop, answering([&](const HttpRequest& request) {
                              asked = request;
                              return http_answer(200, "a");
                          })};
    ASSERT_TRUE(call({.url = server.url(), .headers = {{"Host", "tickets.example"}}}));
    EXPECT_EQ(asked.header("Host"), "tickets.example");
    EXPECT_EQ(std::ranges::count_if(asked.headers,
                                    [](const auto& header) { return header.first == "Host"; }),
              1);
}

TEST_F(HttpClient, IgnoresTheProxyOfTheEnvironment) {
    HttpTestServer proxy{loop, answering([](const HttpRequest&) { return http_answer(502, ""); })};
    HttpTestServer server{loop, answering([](const HttpRequest&) { return http_answer(200, ""); })};
    for (const char* const name : {"http_proxy", "ALL_PROXY"})
        ::setenv(name, proxy.url().c_str(), 1);
    const auto answer = call({.url = server.url()});
    for (const char* const name : {"http_proxy", "ALL_PROXY"})
        ::unsetenv(name);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 200U);
    EXPECT_EQ(proxy.connections, 0U);
}

TEST_F(HttpClient, CarriesManyCallsAtOnceUpToItsLimit) {
    constexpr std::size_t kCalls = 64;
    std::vector<HttpPeer*> asking;
    HttpTestServer server{loop, [&](HttpPeer& peer) -> Awaitable {
                              co_await peer.request();
                              asking.push_back(&peer);
                              co_await peer.wait_for_close();
                          }};
    std::vector<std::optional<CallResult>> results(kCalls + 1);
    for (auto& result : results)
        start({.url = server.url()}, result);
    ASSERT_TRUE(run_until([&] { return results.back().has_value(); }));
    EXPECT_EQ(results.back()->error().cause, CallCause::kTooManyCalls);
    EXPECT_EQ(results.back()->error().outcome, CallOutcome::kUnavailable);
    ASSERT_TRUE(run_until([&] { return asking.size() == kCalls; }));
    for (HttpPeer* const peer : asking)
        boost::asio::co_spawn(loop, peer->send(http_answer(200, "", "Connection: close\r\n")),
                              [](const std::exception_ptr&) {});
    results.pop_back();
    ASSERT_TRUE(run_until(
        [&] { return std::ranges::all_of(results, [](const auto& one) { return one && *one; }); }));
    // A call slot is free again.
    std::optional<CallResult> next;
    start({.url = server.url()}, next);
    ASSERT_TRUE(run_until([&] { return asking.size() == kCalls + 1; }));
    EXPECT_FALSE(next);
}

}  // namespace
}  // namespace onsale::http_client
