#include "adapter/http/transport/socket/listener.hpp"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "adapter/http/transport/socket/listening_socket.hpp"
#include "adapter/http/transport/socket/test_listener.hpp"

namespace onsale::http {
namespace {

using namespace testing;

// Checks that `all` contains the texts in this order.
void expect_in_order(std::string_view all, std::initializer_list<std::string_view> texts) {
    std::size_t at = 0;
    for (const std::string_view text : texts) {
        const std::size_t found = all.find(text, at);
        ASSERT_NE(found, std::string_view::npos) << text << " in " << all;
        at = found + text.size();
    }
}

TEST(Listener, AnswersWithTheWholeHead) {
    Server server;
    Client client = server.connect();
    client.send(get("/hello"));
    EXPECT_EQ(client.answers(),
              "HTTP/1.1 200 OK\r\nDate: Tue, 14 Nov 2023 22:13:20 GMT\r\n"
              "X-Content-Type-Options: nosniff\r\nContent-Type: text/plain\r\n"
              "Content-Length: 7\r\nX-Test: 1\r\n\r\n/hello|");
}

TEST(Listener, RefusesClientsUntilItIsStarted) {
    Server server;
    const TransportConfig config{.port = 0};
    Listener later{server.io, config, server.handler, server.counters, server.time};
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(later.port());
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const auto connects = [&] {
        const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const int outcome =
            ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address);
        ::close(socket);
        return outcome == 0;
    };
    EXPECT_FALSE(connects());
    later.start();
    EXPECT_TRUE(connects());
}

TEST(Listener, KeepsTheConnectionForTheNextRequest) {
    Server server;
    Client client = server.connect();
    for (int i = 0; i < 5; ++i) {
        client.send(post("/p", "body" + std::to_string(i)));
        EXPECT_EQ(body_of(client.answers()), "/p|body" + std::to_string(i));
    }
    EXPECT_EQ(server.counters["connections_accepted_total"], 1U);
    EXPECT_EQ(server.counters["requests_total"], 5U);
}

TEST(Listener, AnswersPipelinedRequestsInOrder) {
    Server server;
    Client client = server.connect();
    client.send(get("/1") + post("/2", "two") + get("/3") + "GET /4 HT");
    expect_in_order(client.answers(3), {"/1|", "/2|two", "/3|"});
    client.send("TP/1.1\r\nHost: h\r\n\r\n");
    EXPECT_EQ(body_of(client.answers()), "/4|");
}

TEST(Listener, ALaterAnswerHoldsBackThoseBehindIt) {
    Server server;
    Client client = server.connect();
    client.send(get("/1") + get("/later") + get("/3") + get("/later") + get("/5"));
    EXPECT_EQ(body_of(client.answers(1)), "/1|");
    ASSERT_EQ(server.handler.later.size(), 1U);
    server.handler.later[0].answer({.body = "late one"});
    expect_in_order(client.answers(2), {"late one", "/3|"});
    ASSERT_EQ(server.handler.later.size(), 2U);
    server.handler.later[1].answer({.body = "late two"});
    expect_in_order(client.answers(2), {"late two", "/5|"});
}

TEST(Listener, ALaterReplyMayAnswerAtOnce) {
    Server server;
    Client client = server.connect();
    client.send(get("/1") + get("/at-once") + get("/3"));
    expect_in_order(client.answers(3), {"/1|", "at once", "/3|"});
}

TEST(Listener, DroppingALaterReplyCloses) {
    Server server;
    Client client = server.connect();
    client.send(get("/later"));
    ASSERT_TRUE(server.run_until([&] { return !server.handler.later.empty(); }));
    server.handler.later.clear();
    EXPECT_EQ(client.until_closed(), "");
}

TEST(Listener, AnsweringAClientThatHasGoneDoesNothing) {
    Server server;
    Client client = server.connect();
    client.send(get("/later"));
    ASSERT_TRUE(server.run_until([&] { return !server.handler.later.empty(); }));
    server.listener.reset();
    server.handler.later[0].answer({.body = "too late"});
    EXPECT_EQ(client.until_closed(), "");
}

TEST(Listener, TakesRequestsByteByByte) {
    Server server;
    Client client = server.connect();
    const std::string chunked =
        "POST /c HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
        "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n";
    for (const char byte : post("/p", "hello") + chunked + get("/g")) {
        client.send({&byte, 1});
        server.io.poll();
    }
    expect_in_order(client.answers(3), {"/p|hello", "/c|abcde", "/g|"});
}

TEST(Listener, ABigAnswerWaitsForASlowReader) {
    Server server;
    server.handler.big.assign(8 << 20, 'x');
    Client client = server.connect();
    client.send(get("/big") + get("/after"));
    server.run_a_while();
    // The next request waits until the client has received the answer.
    EXPECT_EQ(server.handler.paths.size(), 1U);
    const std::string all = client.answers(2);
    EXPECT_TRUE(all.contains(server.handler.big));
    EXPECT_TRUE(all.ends_with("/after|"));
}

TEST(Listener, ReadsNothingWhileItsAnswerIsNotTaken) {
    Server server;
    server.handler.big.assign(16 << 20, 'x');
    Client client = server.connect();
    client.send(get("/big"));
    server.run_a_while();
    const std::uint64_t before = server.counters["received_bytes_total"];
    client.send(get("/after"));
    server.run_a_while();
    EXPECT_EQ(server.counters["received_bytes_total"], before);
}

TEST(Listener, AnswersMoreThanFitTheSocketInOrder) {
    Server server;
    server.handler.big.assign(100'000, 'x');
    Client client = server.connect();
    std::string requests;
    for (int i = 0; i < 200; ++i) {
        requests += get("/big");
    }
    client.send(requests + get("/last"));
    EXPECT_TRUE(client.answers(201).ends_with("/last|"));
}

TEST(Listener, HeadGetsTheLengthWithoutTheBody) {
    Server server;
    Client client = server.connect();
    client.send("HEAD /abc HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
    const std::string answer = client.until_closed();
    EXPECT_TRUE(answer.contains("Content-Length: 5\r\n"));
    EXPECT_EQ(body_of(answer), "");
}

TEST(Listener, ContinuesAClientThatAsksFirst) {
    Server server;
    Client client = server.connect();
    client.send("POST /p HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n");
    EXPECT_EQ(client.until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
    client.send("bo");
    server.run_a_while();
    client.send("dy");
    EXPECT_EQ(body_of(client.answers()), "/p|body");
}

TEST(Listener, DoesNotContinueABodyThatIsTooLarge) {
    Server server;
    Client client = server.connect();
    client.send(
        "POST /p HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 99999\r\n\r\n");
    EXPECT_TRUE(client.until_closed().starts_with("HTTP/1.1 413 "));
}

TEST(Listener, ClosesWhenTheClientWantsIt) {
    Server server;
    for (const std::string& request :
         {get("/a", "Connection: close\r\n"), std::string{"GET /a HTTP/1.0\r\n\r\n"}}) {
        Client client = server.connect();
        client.send(request + get("/never"));
        const std::string answer = client.until_closed();
        EXPECT_TRUE(answer.contains("Connection: close\r\n"));
        EXPECT_EQ(body_of(answer), "/a|");
    }
}

TEST(Listener, KeepsAnHttp10ConnectionThatAsksForIt) {
    Server server;
    Client client = server.connect();
    client.send("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    EXPECT_TRUE(client.answers().contains("Connection: keep-alive\r\n"));
}

TEST(Listener, AnswersAClientThatHasFinishedSending) {
    Server server;
    Client client = server.connect();
    client.send(get("/a"));
    client.finish_sending();
    EXPECT_EQ(body_of(client.until_closed()), "/a|");
}

TEST(Listener, RefusesInTheProductsErrorFormAndCloses) {
    Server server;
    Client client = server.connect();
    client.send(get("/1") + "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n" +
                "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n");
    const std::string all = client.until_closed();
    expect_in_order(all, {"/1|", "HTTP/1.1 400 Bad Request\r\n", "Connection: close\r\n",
                          R"({"code":"LENGTH_CONFLICT","message":")", R"(","details":{}})"});
    EXPECT_EQ(server.handler.paths, std::vector<std::string>{"/1"});
    EXPECT_EQ(server.refused_as(Refusal::kLengthConflict), 1U);
}

TEST(Listener, ARefusedClientMayFinishItsSentence) {
    Server server;
    Client client = server.connect();
    client.send("POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n");
    EXPECT_TRUE(client.until("}}").contains("BODY_TOO_LARGE"));
    for (int i = 0; i < 5; ++i) {  // A closed socket would answer with a reset.
        client.send(std::string(1000, 'x'));
        server.run_a_while();
    }
    EXPECT_EQ(server.counters["connections_open"], 1U);
    server.advance(std::chrono::seconds{3});
    EXPECT_EQ(server.counters["connections_open"], 0U);
}

TEST(Listener, ServesTheOwnerOverAUnixSocket) {
    const std::string path =
        ::testing::TempDir() + "onsale_" + std::to_string(::getpid()) + ".sock";
    {
        Server server{{.unix_path = path}};
        struct stat status{};
        ASSERT_EQ(::stat(path.c_str(), &status), 0);
        EXPECT_EQ(status.st_mode & 0777U, 0600U);
        Client client = server.connect();
        client.send(get("/a"));
        EXPECT_EQ(body_of(client.answers()), "/a|");
        EXPECT_TRUE(server.handler.last_local);
    }
    EXPECT_NE(::access(path.c_str(), F_OK), 0);
}

TEST(Listener, LoopsShareAPort) {
    Server server;
    const TransportConfig config{.port = server.listener->port()};
    Listener second{server.io, config, server.handler, server.counters, server.time};
    EXPECT_EQ(second.port(), server.listener->port());
}

TEST(Listener, APortInUseIsFoundBeforeItIsShared) {
    Server server;
    const TransportConfig taken{.port = server.listener->port()};
    EXPECT_THROW(require_free_address(taken), std::system_error);
    server.listener.reset();
    EXPECT_NO_THROW(require_free_address(taken));
}

TEST(Listener, AnAddressThatIsNoneIsNamed) {
    EXPECT_THROW(Server{{.address = "localhost"}}, std::invalid_argument);
}

TEST(Listener, BelievesATrustedProxy) {
    const std::vector<std::string> blocks{"127.0.0.0/8"};
    Server server{{.trusted_proxies = TrustedProxies{blocks}}};
    Client client = server.connect();
    client.send(get("/", "X-Forwarded-For: 8.8.8.8, 203.0.113.9\r\nX-Forwarded-Proto: https\r\n"));
    client.answers();
    EXPECT_EQ(server.handler.last_client, "203.0.113.9");
    EXPECT_TRUE(server.handler.last_secure);
}

TEST(Listener, BelievesNobodyElse) {
    Server server;
    Client client = server.connect();
    client.send(get("/", "X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Proto: https\r\n"));
    client.answers();
    EXPECT_EQ(server.handler.last_client, "127.0.0.1");
    EXPECT_FALSE(server.handler.last_secure);
    EXPECT_FALSE(server.handler.last_local);
}

}  // namespace
}  // namespace onsale::http
