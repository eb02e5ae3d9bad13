#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>

namespace onsale::test {

struct HttpRequest {
    std::string method;
    std::string target;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;

    // The value of the first header of that name in any case; empty if there is none.
    std::string header(std::string_view name) const;
};

// `more` are further header lines, each with its line break. Has a Content-Length.
std::string http_answer(unsigned status, std::string_view body, std::string_view more = "");

// The server's end of one connection.
class HttpPeer {
  public:
    using Socket = boost::asio::generic::stream_protocol::socket;

    // `context` is empty for a connection without TLS.
    HttpPeer(Socket socket, boost::asio::ssl::context* context);

    boost::asio::awaitable<void> handshake();
    // Reads one request. Throws when the client closes the connection.
    boost::asio::awaitable<HttpRequest> request();
    boost::asio::awaitable<void> send(std::string text);
    // Reads until the client closes the connection.
    boost::asio::awaitable<void> wait_for_close();
    void close();
    // Closes with a TCP reset.
    void reset();

  private:
    boost::asio::awaitable<void> read_until(std::function<bool()> enough);

    Socket socket_;
    std::optional<boost::asio::ssl::stream<Socket&>> tls_;
    std::string received_;
};

// Accepts connections on a free port of 127.0.0.1, or on a unix socket, and runs the script on each
// of them. An exception ends only that connection.
class HttpTestServer {
  public:
    using Script = std::function<boost::asio::awaitable<void>(HttpPeer&)>;

    HttpTestServer(boost::asio::io_context& loop, Script script);
    HttpTestServer(boost::asio::io_context& loop, const std::filesystem::path& unix_socket,
                   Script script);
    HttpTestServer(boost::asio::io_context& loop, boost::asio::ssl::context tls, Script script);

    std::uint16_t port() const;
    // "http://127.0.0.1:port" or "https://localhost:port".
    std::string url() const;

    std::size_t connections = 0;

  private:
    template <class Acceptor>
    boost::asio::awaitable<void> accept(Acceptor& acceptor);
    boost::asio::awaitable<void> serve(HttpPeer::Socket socket);

    boost::asio::io_context& loop_;
    Script script_;
    std::optional<boost::asio::ssl::context> tls_;
    std::optional<boost::asio::ip::tcp::acceptor> tcp_;
    std::optional<boost::asio::local::stream_protocol::acceptor> unix_;
};

// Answers every request of every connection with what the function returns.
HttpTestServer::Script answering(std::function<std::string(const HttpRequest&)> answer);

}  // namespace onsale::test
