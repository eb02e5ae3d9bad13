#include "tests/support/http_server.hpp"

#include <algorithm>
#include <cctype>
#include <exception>
#include <sstream>

#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

namespace onsale::test {

namespace asio = boost::asio;
using asio::awaitable;
using asio::use_awaitable;
using asio::ip::tcp;
using Unix = asio::local::stream_protocol;

namespace {

constexpr std::string_view kHeadEnd = "\r\n\r\n";

bool equal_letters(char one, char other) {
    return std::tolower(static_cast<unsigned char>(one)) ==
           std::tolower(static_cast<unsigned char>(other));
}

HttpRequest parse_head(const std::string& head) {
    HttpRequest request;
    std::istringstream lines{head};
    lines >> request.method >> request.target;
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line) && line != "\r") {
        line.pop_back();  // The carriage return.
        const auto colon = line.find(':');
        if (colon == line.npos) continue;
        const auto value = line.find_first_not_of(' ', colon + 1);
        request.headers.emplace_back(line.substr(0, colon),
                                     value == line.npos ? "" : line.substr(value));
    }
    return request;
}

void ended(const std::exception_ptr&) {}

}  // namespace

std::string HttpRequest::header(std::string_view name) const {
    const auto found = std::ranges::find_if(headers, [&](const auto& header) {
        return std::ranges::equal(header.first, name, equal_letters);
    });
    return found == headers.end() ? "" : found->second;
}

std::string http_answer(unsigned status, std::string_view body, std::string_view more) {
    std::ostringstream text;
    text << "HTTP/1.1 " << status << " Text\r\nContent-Length: " << body.size() << "\r\n"
         << more << "\r\n"
         << body;
    return text.str();
}

HttpPeer::HttpPeer(Socket socket, asio::ssl::context* context) : socket_(std::move(socket)) {
    if (context != nullptr) tls_.emplace(socket_, *context);
}

awaitable<void> HttpPeer::handshake() {
    if (tls_) co_await tls_->async_handshake(asio::ssl::stream_base::server, use_awaitable);
}

awaitable<void> HttpPeer::read_until(std::function<bool()> enough) {
    constexpr std::size_t kPiece = 64 * 1024;
    std::string piece(kPiece, '\0');
    while (!enough()) {
        const std::size_t size =
            tls_ ? co_await tls_->async_read_some(asio::buffer(piece), use_awaitable)
                 : co_await socket_.async_read_some(asio::buffer(piece), use_awaitable);
        received_.append(piece, 0, size);
    }
}

awaitable<HttpRequest> HttpPeer::request() {
    co_await read_until([this] { return received_.contains(kHeadEnd); });
    const std::size_t head_size = received_.find(kHeadEnd) + kHeadEnd.size();
    HttpRequest request = parse_head(received_.substr(0, head_size));
    const std::string length = request.header("Content-Length");
    const std::size_t size = head_size + (length.empty() ? 0 : std::stoul(length));
    co_await read_until([&] { return received_.size() >= size; });
    request.body = received_.substr(head_size, size - head_size);
    received_.erase(0, size);
    co_return request;
}

awaitable<void> HttpPeer::send(std::string text) {
    if (tls_)
        co_await asio::async_write(*tls_, asio::buffer(text), use_awaitable);
    else
        co_await asio::async_write(socket_, asio::buffer(text), use_awaitable);
}

awaitable<void> HttpPeer::wait_for_close() {
    co_await read_until([] { return false; });
}

void HttpPeer::close() {
    socket_.close();
}

void HttpPeer::reset() {
    socket_.set_option(asio::socket_base::linger{true, 0});
    socket_.close();
}

HttpTestServer::HttpTestServer(asio::io_context& loop, Script script)
    : loop_(loop),
      script_(std::move(script)),
      tcp_(std::in_place, loop, tcp::endpoint{asio::ip::address_v4::loopback(), 0}) {
    asio::co_spawn(loop_, accept(*tcp_), ended);
}

HttpTestServer::HttpTestServer(asio::io_context& loop, const std::filesystem::path& unix_socket,
                               Script script)
    : loop_(loop),
      script_(std::move(script)),
      unix_(std::in_place, loop, Unix::endpoint{unix_socket.string()}) {
    asio::co_spawn(loop_, accept(*unix_), ended);
}

HttpTestServer::HttpTestServer(asio::io_context& loop, asio::ssl::context tls, Script script)
    : HttpTestServer(loop, std::move(script)) {
    tls_.emplace(std::move(tls));
}

std::uint16_t HttpTestServer::port() const {
    return tcp_->local_endpoint().port();
}

std::string HttpTestServer::url() const {
    return (tls_ ? "https://localhost:" : "http://127.0.0.1:") + std::to_string(port());
}

template <class Acceptor>
awaitable<void> HttpTestServer::accept(Acceptor& acceptor) {
    while (true) {
        auto socket = co_await acceptor.async_accept(use_awaitable);
        ++connections;
        asio::co_spawn(loop_, serve(HttpPeer::Socket{std::move(socket)}), ended);
    }
}

awaitable<void> HttpTestServer::serve(HttpPeer::Socket socket) {
    HttpPeer peer{std::move(socket), tls_ ? &*tls_ : nullptr};
    co_await peer.handshake();
    co_await script_(peer);
}

HttpTestServer::Script answering(std::function<std::string(const HttpRequest&)> answer) {
    return [answer = std::move(answer)](HttpPeer& peer) -> awaitable<void> {
        while (true)
            co_await peer.send(answer(co_await peer.request()));
    };
}

}  // namespace onsale::test
