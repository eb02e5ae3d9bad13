#include "program/cli/admin_client.hpp"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/assert.hpp"
#include "tests/support/http_server.hpp"

namespace onsale::program {
namespace {

namespace asio = boost::asio;
using Unix = asio::local::stream_protocol;

class SocketFolder {
  public:
    SocketFolder() {
        auto name = (std::filesystem::temp_directory_path() / "onsale-admin-XXXXXX").string();
        ONSALE_ASSERT(::mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    ~SocketFolder() { std::filesystem::remove_all(path_); }
    std::filesystem::path socket() const { return path_ / "admin.sock"; }

  private:
    std::filesystem::path path_;
};

// Answers every request and records the last one.
class Answering {
  public:
    explicit Answering(const std::filesystem::path& socket) : server_(loop_, socket, script()) {}
    Answering() : server_(loop_, script()) {}
    ~Answering() { loop_.stop(); }

    std::string url() const { return server_.url(); }
    // REQUIRES: the request was answered.
    const test::HttpRequest& asked() {
        loop_.stop();
        thread_.join();
        return asked_;
    }

  private:
    test::HttpTestServer::Script script() {
        return test::answering([this](const test::HttpRequest& request) {
            asked_ = request;
            return test::http_answer(409, R"({"code":"X"})");
        });
    }

    asio::io_context loop_;
    test::HttpRequest asked_;
    test::HttpTestServer server_;
    std::jthread thread_{[this] { loop_.run(); }};
};

AdminRequest patch() {
    return {"PATCH", "/api/admin/events/a?dryRun=true", R"({"title":"b"})"};
}

TEST(AdminClient, AsksOverTheSocketOfTheDataFolder) {
    const SocketFolder folder;
    Answering server{folder.socket()};
    const AdminAnswer answer = call_admin({folder.socket(), "", ""}, patch());
    EXPECT_EQ(answer.status, 409);
    EXPECT_EQ(answer.body, R"({"code":"X"})");
    const auto& asked = server.asked();
    EXPECT_EQ(asked.method, "PATCH");
    EXPECT_EQ(asked.target, "/api/admin/events/a?dryRun=true");
    EXPECT_EQ(asked.body, R"({"title":"b"})");
    EXPECT_EQ(asked.header("Content-Type"), "application/json");
    EXPECT_EQ(asked.header("Authorization"), "");
}

TEST(AdminClient, SaysWhatItsBodyIs) {
    const SocketFolder folder;
    Answering server{folder.socket()};
    AdminRequest request = patch();
    request.content_type = "image/png";
    call_admin({folder.socket(), "", ""}, request);
    EXPECT_EQ(server.asked().header("Content-Type"), "image/png");
}

TEST(AdminClient, ShowsItsKeyToAUrl) {
    Answering server;
    EXPECT_EQ(call_admin({"", server.url() + "/ignored", "secret"}, patch()).status, 409);
    const auto& asked = server.asked();
    EXPECT_EQ(asked.target, "/api/admin/events/a?dryRun=true");
    EXPECT_EQ(asked.header("Authorization"), "Bearer secret");
    EXPECT_EQ("http://" + asked.header("Host"), server.url());
}

std::string failure_of(const AdminAddress& address, const AdminRequest& request) {
    try {
        call_admin(address, request);
    } catch (const AdminUnreachable& error) {
        return error.what();
    }
    return "";
}

TEST(AdminClient, SaysHowToStartAServerThatIsNotThere) {
    const SocketFolder folder;
    const std::string socket = folder.socket().string();
    const std::string advice =
        "no server answers at " + socket +
        "; start it with ./run, in a cluster the payment process with ./run cluster or its "
        "service (--data names its folder)";
    EXPECT_EQ(failure_of({socket, "", ""}, patch()), advice);
    // A socket file left behind by a killed server.
    asio::io_context context;
    Unix::acceptor{context, Unix::endpoint{socket}}.close();
    EXPECT_EQ(failure_of({socket, "", ""}, patch()), advice);
}

TEST(AdminClient, SaysWhyAUrlCannotBeReached) {
    EXPECT_EQ(failure_of({"", "http://127.0.0.1:1", ""}, patch()),
              "http://127.0.0.1:1: Connection refused");
}

// A server that speaks no TLS closes the connection when it sees the client's greeting.
TEST(AdminClient, SaysThatAServerSpeaksNoTls) {
    asio::io_context loop;
    test::HttpTestServer plain{loop, [](test::HttpPeer& peer) -> asio::awaitable<void> {
                                   co_await peer.send("HTTP/1.1 400 Bad Request\r\n\r\n");
                                   peer.close();
                               }};
    const std::jthread thread{[&] { loop.run(); }};
    const std::string url = "https" + plain.url().substr(4);
    EXPECT_TRUE(failure_of({"", url, ""}, patch()).starts_with(url + ": "));
    loop.stop();
}

// Root may use every socket, so a test that runs as root becomes another user for a while.
class WithoutRoot {
  public:
    WithoutRoot() { become(kNobody); }
    ~WithoutRoot() { become(0); }

  private:
    static constexpr uid_t kNobody = 65'534;

    void become(uid_t user) const {
        if (was_root_) ONSALE_ASSERT(::seteuid(user) == 0);
    }

    const bool was_root_ = ::geteuid() == 0;
};

TEST(AdminClient, SaysThatItsUserMayNotUseTheSocket) {
    const SocketFolder folder;
    const Answering server{folder.socket()};
    std::filesystem::permissions(folder.socket(), std::filesystem::perms::none);
    const WithoutRoot user;
    EXPECT_EQ(failure_of({folder.socket(), "", ""}, patch()),
              folder.socket().string() + ": permission denied; run this as the user of the server");
}

TEST(AdminClient, GivesUpAtTheDeadline) {
    const SocketFolder folder;
    asio::io_context context;
    const Unix::acceptor silent{context, Unix::endpoint{folder.socket().string()}};
    AdminRequest request = patch();
    request.deadline = std::chrono::milliseconds{20};
    EXPECT_EQ(failure_of({folder.socket(), "", ""}, request),
              "the server did not answer within 20ms");
}

TEST(AdminClient, RefusesAUrlItCannotRead) {
    EXPECT_EQ(failure_of({"", "ftp://h", ""}, patch()),
              "ftp://h: must start with http:// or https://");
    EXPECT_EQ(failure_of({"", "http://:80", ""}, patch()), "http://:80: has no host");
}

}  // namespace
}  // namespace onsale::program
