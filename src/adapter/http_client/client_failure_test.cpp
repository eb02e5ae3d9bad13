#include <cerrno>
#include <string>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <gtest/gtest.h>

#include "adapter/http_client/client.hpp"
#include "adapter/http_client/test_client.hpp"
#include "tests/support/http_server.hpp"

namespace onsale::http_client {
namespace {

using namespace test;
using Awaitable = boost::asio::awaitable<void>;

class HttpClientFailure : public ::testing::Test, protected TestClient {};

// Sends the text after the request, then closes.
HttpTestServer::Script cut_after(std::string text) {
    return [text](HttpPeer& peer) -> Awaitable {
        co_await peer.request();
        co_await peer.send(text);
    };
}

void expect(const CallError& error, CallOutcome outcome, CallCause cause) {
    EXPECT_EQ(error.outcome, outcome) << error.words;
    EXPECT_EQ(error.cause, cause) << error.words << " " << static_cast<int>(error.cause);
    EXPECT_FALSE(error.words.empty());
}

TEST_F(HttpClientFailure, WhereNobodyListensNothingIsDone) {
    std::string url;
    {
        const boost::asio::ip::tcp::acceptor closed_soon{
            loop, {boost::asio::ip::address_v4::loopback(), 0}};
        url = "http://127.0.0.1:" + std::to_string(closed_soon.local_endpoint().port());
    }
    const CallError error = failure({.method = "POST", .url = url});
    expect(error, CallOutcome::kUnavailable, CallCause::kNotConnected);
    EXPECT_EQ(error.system_error, ECONNREFUSED);
    EXPECT_EQ(error.words, "Connection refused");
}

TEST_F(HttpClientFailure, WhereNoSocketIsNothingIsDone) {
    const CallError error = failure({.url = "http://localhost/", .unix_socket = "/nowhere/a.sock"});
    expect(error, CallOutcome::kUnavailable, CallCause::kNotConnected);
    EXPECT_EQ(error.system_error, ENOENT);
}

TEST_F(HttpClientFailure, ANameWithoutAnAddressIsNotResolved) {
    // The resolver refuses labels of more than 63 characters without asking a server.
    const CallError error = failure({.url = "http://" + std::string(64, 'a') + ".example/"});
    expect(error, CallOutcome::kUnavailable, CallCause::kNotResolved);
}

TEST_F(HttpClientFailure, ARequestThatIsNotHttpIsNotSent) {
    HttpTestServer server{loop, answering([](const HttpRequest&) { return http_answer(200, ""); })};
    expect(failure({.url = server.url(), .headers = {{"X-A", "b\r\nX-C: d"}}}),
           CallOutcome::kUnavailable, CallCause::kBadRequest);
    const std::string user = "http://user:word@" + server.url().substr(7);
    for (const std::string& url :
         {std::string{"http://:80/"}, std::string{"http://"}, std::string{"http://h:port/"}, user})
        expect(failure({.url = url}), CallOutcome::kUnavailable, CallCause::kBadRequest);
    EXPECT_EQ(server.connections, 0U);
}

TEST_F(HttpClientFailure, AnAnswerThatIsCutMayBeDone) {
    const std::string answer = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabcd";
    for (std::size_t size = 0; size <= answer.size(); ++size) {
        SCOPED_TRACE(answer.substr(0, size));
        HttpTestServer server{loop, cut_after(answer.substr(0, size))};
        const CallError error = failure({.method = "POST", .url = server.url(), .body = "b"});
        EXPECT_EQ(error.outcome, CallOutcome::kOutcomeUnknown);
        // The first bytes alone may be those of HTTP/0.9.
        EXPECT_TRUE(error.cause == CallCause::kConnectionLost ||
                    (size < 9 && error.cause == CallCause::kBadAnswer))
            << static_cast<int>(error.cause) << error.words;
        EXPECT_EQ(server.connections, 1U);
    }
}

TEST_F(HttpClientFailure, AnInterimAnswerIsNotTheAnswer) {
    HttpTestServer server{loop, cut_after("HTTP/1.1 100 Continue\r\n\r\n")};
    expect(failure({.url = server.url()}), CallOutcome::kOutcomeUnknown,
           CallCause::kConnectionLost);
}

TEST_F(HttpClientFailure, AChunkedAnswerThatIsCutMayBeDone) {
    HttpTestServer server{
        loop, cut_after("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc")};
    expect(failure({.url = server.url()}), CallOutcome::kOutcomeUnknown,
           CallCause::kConnectionLost);
}

TEST_F(HttpClientFailure, AConnectionThatIsResetMayBeDone) {
    HttpTestServer server{loop, [](HttpPeer& peer) -> Awaitable {
                              co_await peer.request();
                              peer.reset();
                          }};
    expect(failure({.method = "POST", .url = server.url()}), CallOutcome::kOutcomeUnknown,
           CallCause::kConnectionLost);
}

// libcurl would send the request a second time, since the connection was used before.
TEST_F(HttpClientFailure, ARequestIsNotSentTwice) {
    int asked = 0;
    HttpTestServer server{loop, [&](HttpPeer& peer) -> Awaitable {
                              co_await peer.request();
                              co_await peer.send(http_answer(200, ""));
                              co_await peer.request();
                              ++asked;
                              peer.close();
                          }};
    ASSERT_TRUE(call({.url = server.url()}));
    expect(failure({.method = "POST", .url = server.url(), .body = "pay"}),
           CallOutcome::kOutcomeUnknown, CallCause::kConnectionLost);
    EXPECT_EQ(asked, 1);
    EXPECT_TRUE(call({.url = server.url()}));
}

TEST_F(HttpClientFailure, AnAnswerThatIsNotHttpIsBad) {
    for (const std::string text : {"SSH-2.0-OpenSSH\r\n", "<html></html>"}) {
        HttpTestServer server{loop, cut_after(text)};
        expect(failure({.url = server.url()}), CallOutcome::kOutcomeUnknown, CallCause::kBadAnswer);
    }
}

// Anybody on the way may have ended the connection.
TEST_F(HttpClientFailure, AnAnswerThatOnlyTheConnectionEndsIsABadAnswer) {
    HttpTestServer server{loop, cut_after("HTTP/1.1 200 OK\r\n\r\nhalf")};
    expect(failure({.url = server.url()}), CallOutcome::kOutcomeUnknown, CallCause::kBadAnswer);
    HttpTestServer empty{loop, cut_after("HTTP/1.1 204 No Content\r\n\r\n")};
    EXPECT_TRUE(call({.url = empty.url()}));
}

TEST_F(HttpClientFailure, AHeadWithTooManyLinesIsABadAnswer) {
    std::string lines;
    for (int i = 0; i < 200; ++i)
        lines += "X-Line: a\r\n";
    HttpTestServer server{
        loop, answering([&](const HttpRequest&) { return http_answer(200, "", lines); })};
    expect(failure({.url = server.url()}), CallOutcome::kOutcomeUnknown, CallCause::kBadAnswer);
}

TEST_F(HttpClientFailure, AHeadThatIsTooLargeIsABadAnswer) {
    const std::string line = "X-Line: " + std::string(80'000, 'a') + "\r\n";
    HttpTestServer server{
        loop, answering([&](const HttpRequest&) { return http_answer(200, "", line); })};
    expect(failure({.url = server.url()}), CallOutcome::kOutcomeUnknown, CallCause::kBadAnswer);
}

TEST_F(HttpClientFailure, AnAnswerOfAGibibyteIsRefusedByItsHead) {
    HttpTestServer server{
        loop, [](HttpPeer& peer) -> Awaitable {
            co_await peer.request();
            co_await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n");
            co_await peer.wait_for_close();
        }};
    expect(failure({.url = server.url()}), CallOutcome::kOutcomeUnknown,
           CallCause::kAnswerTooLarge);
}

TEST_F(HttpClientFailure, AnAnswerWithoutALengthIsStoppedAtTheLimit) {
    bool closed = false;
    HttpTestServer server{
        loop, [&](HttpPeer& peer) -> Awaitable {
            co_await peer.request();
            co_await peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            const std::string chunk = "10000\r\n" + std::string(0x10000, 'x') + "\r\n";
            try {
                while (true)
                    co_await peer.send(chunk);
            } catch (const std::exception&) {
                closed = true;
            }
        }};
    expect(failure({.url = server.url()}), CallOutcome::kOutcomeUnknown,
           CallCause::kAnswerTooLarge);
    EXPECT_TRUE(run_until([&] { return closed; }));
}

TEST_F(HttpClientFailure, ASilentServerMeetsTheDeadline) {
    HttpTestServer server{loop,
                          [](HttpPeer& peer) -> Awaitable { co_await peer.wait_for_close(); }};
    const CallError error = failure({.url = server.url(), .deadline = Duration{30}});
    expect(error, CallOutcome::kOutcomeUnknown, CallCause::kDeadline);
    EXPECT_EQ(error.words, "no answer within 30ms");
}

TEST_F(HttpClientFailure, ATrickleMeetsTheDeadline) {
    HttpTestServer server{loop, [&](HttpPeer& peer) -> Awaitable {
                              co_await peer.request();
                              co_await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n");
                              boost::asio::steady_timer timer{loop};
                              while (true) {
                                  co_await peer.send("x");
                                  timer.expires_after(std::chrono::milliseconds{2});
                                  co_await timer.async_wait(boost::asio::use_awaitable);
                              }
                          }};
    expect(failure({.url = server.url(), .deadline = Duration{50}}), CallOutcome::kOutcomeUnknown,
           CallCause::kDeadline);
}

TEST_F(HttpClientFailure, ATrickleBelowTheMinimumSpeedEndsEarly) {
    HttpTestServer server{
        loop, [](HttpPeer& peer) -> Awaitable {
            co_await peer.request();
            co_await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\nx");
            co_await peer.wait_for_close();
        }};
    expect(failure({.url = server.url(), .speed_min = SpeedMinimum{1000, std::chrono::seconds{1}}}),
           CallOutcome::kOutcomeUnknown, CallCause::kTooSlow);
}

// The queue of the listener is full, so the kernel does not answer further connections.
TEST_F(HttpClientFailure, AConnectThatHangsMeetsTheDeadlineWithNothingDone) {
    boost::asio::ip::tcp::acceptor full{loop};
    full.open(boost::asio::ip::tcp::v4());
    full.bind({boost::asio::ip::address_v4::loopback(), 0});
    full.listen(0);
    std::vector<boost::asio::ip::tcp::socket> waiting;
    for (int i = 0; i < 2; ++i) {
        waiting.emplace_back(loop, boost::asio::ip::tcp::v4());
        waiting.back().async_connect(full.local_endpoint(), [](boost::system::error_code) {});
    }
    const std::string url = "http://127.0.0.1:" + std::to_string(full.local_endpoint().port());
    expect(failure({.url = url, .deadline = Duration{30}}), CallOutcome::kUnavailable,
           CallCause::kDeadline);
    client.emplace(loop, Config{.connect_deadline = Duration{30}});
    expect(failure({.url = url}), CallOutcome::kUnavailable, CallCause::kNotConnected);
}

}  // namespace
}  // namespace onsale::http_client
