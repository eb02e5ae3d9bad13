#include "program/cli/admin_client.hpp"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <gtest/gtest.h>

#include "base/assert.hpp"

namespace onsale::program {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using Unix = asio::local::stream_protocol;
using asio::ip::tcp;

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

// Answers one request and records it.
template <class Protocol>
class OneAnswer {
  public:
    explicit OneAnswer(const typename Protocol::endpoint& endpoint)
        : acceptor_(context_, endpoint), thread_([this] { answer(); }) {}

    typename Protocol::endpoint endpoint() const { return acceptor_.local_endpoint(); }
    const http::request<http::string_body>& asked() {
        thread_.join();
        return asked_;
    }

  private:
    void answer() {
        auto socket = acceptor_.accept();
        boost::beast::flat_buffer buffer;
        http::read(socket, buffer, asked_);
        http::response<http::string_body> response{http::status::conflict, 11, R"({"code":"X"})"};
        response.prepare_payload();
        http::write(socket, response);
    }

    asio::io_context context_;
    typename Protocol::acceptor acceptor_;
    http::request<http::string_body> asked_;
    std::jthread thread_;
};

AdminRequest patch() {
    return {"PATCH", "/api/admin/events/a?dryRun=true", R"({"title":"b"})"};
}

TEST(AdminClient, AsksOverTheSocketOfTheDataFolder) {
    const SocketFolder folder;
    OneAnswer<Unix> server{Unix::endpoint{folder.socket().string()}};
    const AdminAnswer answer = call_admin({folder.socket(), "", ""}, patch());
    EXPECT_EQ(answer.status, 409);
    EXPECT_EQ(answer.body, R"({"code":"X"})");
    const auto& asked = server.asked();
    EXPECT_EQ(asked.method(), http::verb::patch);
    EXPECT_EQ(asked.target(), "/api/admin/events/a?dryRun=true");
    EXPECT_EQ(asked.body(), R"({"title":"b"})");
    EXPECT_EQ(asked[http::field::content_type], "application/json");
    EXPECT_EQ(asked.count(http::field::authorization), 0);
}

TEST(AdminClient, SaysWhatItsBodyIs) {
    const SocketFolder folder;
    OneAnswer<Unix> server{Unix::endpoint{folder.socket().string()}};
    AdminRequest request = patch();
    request.content_type = "image/png";
    call_admin({folder.socket(), "", ""}, request);
    EXPECT_EQ(server.asked()[http::field::content_type], "image/png");
}

TEST(AdminClient, ShowsItsKeyToAUrl) {
    OneAnswer<tcp> server{tcp::endpoint{asio::ip::make_address("127.0.0.1"), 0}};
    const std::string host = "127.0.0.1:" + std::to_string(server.endpoint().port());
    EXPECT_EQ(call_admin({"", "http://" + host, "secret"}, patch()).status, 409);
    const auto& asked = server.asked();
    EXPECT_EQ(asked[http::field::authorization], "Bearer secret");
    EXPECT_EQ(asked[http::field::host], host);
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
