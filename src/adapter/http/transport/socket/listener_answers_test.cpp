// Tests of the headers that the transport adds, and of delivery to slow clients.
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "adapter/http/transport/socket/listener.hpp"
#include "adapter/http/transport/socket/test_listener.hpp"

namespace onsale::http {
namespace {

using namespace std::chrono_literals;
using namespace testing;

// The answer of a handler that answers later.
std::string later_answer(Server& server, Client& client, int status, std::string_view lines = "") {
    client.send(get("/later", lines));
    EXPECT_TRUE(server.run_until([&] { return !server.handler.later.empty(); }));
    server.handler.later.back().answer({.status = status, .body = "{}"});
    server.handler.later.clear();
    return client.answers();
}

TEST(RequestId, StandsInErrorAnswersOnly) {
    Server server{{.request_id_base = 0x10}};
    Client client = server.connect();
    EXPECT_FALSE(later_answer(server, client, 200).contains("X-Request-Id"));
    EXPECT_FALSE(later_answer(server, client, 303).contains("X-Request-Id"));
    EXPECT_TRUE(later_answer(server, client, 404).contains("X-Request-Id: 0000000000000013\r\n"));
    EXPECT_TRUE(later_answer(server, client, 503).contains("X-Request-Id: 0000000000000014\r\n"));
}

TEST(RequestId, IsGivenToWhatNoRouteSaw) {
    Server server{{.request_id_base = 0x10}};
    Client client = server.connect();
    client.send("nonsense\r\n\r\n");
    EXPECT_TRUE(client.until_closed().contains("X-Request-Id: 0000000000000011\r\n"));
}

TEST(RequestId, OfATrustedProxyIsTakenPerRequest) {
    const std::vector<std::string> blocks{"127.0.0.1"};
    Server server{{.trusted_proxies = TrustedProxies{blocks}}};
    Client client = server.connect();
    EXPECT_TRUE(later_answer(server, client, 404, "X-Request-Id: edge-7\r\n")
                    .contains("X-Request-Id: edge-7\r\n"));
    const std::string next = later_answer(server, client, 404);
    EXPECT_FALSE(next.contains("edge-7"));
    EXPECT_TRUE(next.contains("X-Request-Id: 0000000000000002\r\n"));
    EXPECT_FALSE(later_answer(server, client, 404, "X-Request-Id: a b\r\n").contains("a b"));
}

TEST(RequestId, OfAStrangerIsNot) {
    Server server;
    Client client = server.connect();
    EXPECT_FALSE(later_answer(server, client, 404, "X-Request-Id: edge-7\r\n").contains("edge-7"));
}

// Sends as much as the server accepts while running its loop.
std::size_t pour(Server& server, Client& client, std::size_t size) {
    const std::string piece(64 * 1024, 'x');
    std::size_t sent = 0;
    server.run_until([&] {
        const ssize_t put =
            ::send(client.socket(), piece.data(), std::min(piece.size(), size - sent),
                   MSG_NOSIGNAL | MSG_DONTWAIT);
        if (put > 0) sent += static_cast<std::size_t>(put);
        return sent == size || (put < 0 && errno != EAGAIN);
    });
    return sent;
}

std::string upload_head(std::size_t size) {
    return "POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: " + std::to_string(size) + "\r\n\r\n";
}

TEST(Linger, AClientThatSendsAllBeforeItReadsSeesTheRefusal) {
    constexpr std::size_t kSize = std::size_t{20} << 20;
    Server server;
    Client client = server.connect();
    client.send(upload_head(kSize));
    EXPECT_EQ(pour(server, client, kSize), kSize);
    EXPECT_TRUE(client.until("BODY_TOO_LARGE").starts_with("HTTP/1.1 413 "));
}

TEST(Linger, AnEndlessUploadIsCutOff) {
    constexpr std::size_t kSize = std::size_t{100} << 20;
    Server server;
    Client client = server.connect();
    client.send(upload_head(kSize));
    EXPECT_LT(pour(server, client, kSize), kSize);
    EXPECT_TRUE(server.run_until([&] { return server.counters["connections_open"] == 0; }));
}

TEST(Linger, ASilentClientIsNotWaitedFor) {
    Server server;
    Client client = server.connect();
    client.send(upload_head(1 << 20));
    client.until("BODY_TOO_LARGE");
    EXPECT_EQ(server.counters["connections_open"], 1U);
    server.advance(3s);
    EXPECT_EQ(server.counters["connections_open"], 0U);
}

TEST(Linger, ASlowUploadIsNoShelter) {
    Server server;
    Client client = server.connect();
    const int on = 1;  // Otherwise the kernel delays single bytes for longer than the test runs.
    ::setsockopt(client.socket(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    client.send(upload_head(1 << 20));
    client.until("BODY_TOO_LARGE");
    for (int second = 0; second < 14; ++second) {
        client.send("x");
        server.run_a_while();
        server.advance(1s);
    }
    EXPECT_EQ(server.counters["connections_open"], 1U);
    client.send("x");
    server.run_a_while();
    server.advance(2s);
    EXPECT_EQ(server.counters["connections_open"], 0U);
}

}  // namespace
}  // namespace onsale::http
