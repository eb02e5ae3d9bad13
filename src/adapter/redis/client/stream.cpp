#include "adapter/redis/client/stream.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

namespace onsale::redis {

namespace asio = boost::asio;
using asio::awaitable;

namespace {

constexpr auto kTuple = asio::as_tuple(asio::use_awaitable);

}  // namespace

Stream::Stream(asio::io_context& loop, TlsContext tls)
    : tls_context_(std::move(tls)), socket_(loop), resolver_(loop) {
    if (tls_context_) tls_.emplace(socket_, *tls_context_);
}

awaitable<Stream::Error> Stream::connect(Endpoint node, std::string server_name) {
    if (const Error error = co_await connect_tcp(node)) co_return error;
    Error error;
    socket_.set_option(Tcp::no_delay{true}, error);
    if (error || !tls_) co_return error;
    const std::string& name = server_name.empty() ? node.host : server_name;
    tls_->set_verify_callback(asio::ssl::host_name_verification{name}, error);
    SSL_set_tlsext_host_name(tls_->native_handle(), name.c_str());
    if (error) co_return error;
    const auto [refused] = co_await tls_->async_handshake(asio::ssl::stream_base::client, kTuple);
    co_return refused;
}

// An IP address needs no resolver. A resolver's thread cannot be interrupted.
awaitable<Stream::Error> Stream::connect_tcp(Endpoint node) {
    Error no_address;
    const auto address = asio::ip::make_address(node.host, no_address);
    if (!no_address) {
        const auto [error] = co_await socket_.async_connect({address, node.port}, kTuple);
        co_return error;
    }
    const auto [unknown, found] =
        co_await resolver_.async_resolve(node.host, std::to_string(node.port), kTuple);
    if (unknown) co_return unknown;
    const auto [error, reached] = co_await asio::async_connect(socket_, found, kTuple);
    co_return error;
}

awaitable<Result<std::string_view, Stream::Error>> Stream::read() {
    const auto [error, size] = tls_ ? co_await tls_->async_read_some(asio::buffer(in_), kTuple)
                                    : co_await socket_.async_read_some(asio::buffer(in_), kTuple);
    if (error) co_return fail(error);
    co_return std::string_view{in_.data(), size};
}

void Stream::write(std::string bytes, std::function<void(Error)> done) {
    out_ = std::move(bytes);
    // The handler owns the stream, so that the buffers outlive the write.
    auto handler = [self = shared_from_this(), done = std::move(done)](Error error, std::size_t) {
        done(error);
    };
    if (tls_)
        asio::async_write(*tls_, asio::buffer(out_), std::move(handler));
    else
        asio::async_write(socket_, asio::buffer(out_), std::move(handler));
}

void Stream::close() {
    Error ignored;  // The socket may be closed already.
    resolver_.cancel();
    socket_.close(ignored);
}

}  // namespace onsale::redis
