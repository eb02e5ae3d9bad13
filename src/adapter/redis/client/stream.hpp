#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/stream.hpp>

#include "adapter/redis/client/tls.hpp"
#include "adapter/redis/protocol/endpoint.hpp"
#include "base/result.hpp"

namespace onsale::redis {

// Bytes to and from one server, with or without TLS.
// REQUIRES: one read and one write at a time; owned by a shared_ptr.
class Stream : public std::enable_shared_from_this<Stream> {
  public:
    using Error = boost::system::error_code;

    Stream(boost::asio::io_context& loop, TlsContext tls);

    // `server_name` is checked against the certificate; empty: the node's host.
    boost::asio::awaitable<Error> connect(Endpoint node, std::string server_name);
    // The bytes that have arrived, at least one; valid until the next read.
    boost::asio::awaitable<Result<std::string_view, Error>> read();
    // `done` is called on the loop, never from inside write.
    void write(std::string bytes, std::function<void(Error)> done);
    // Ends running operations with an error.
    void close();

  private:
    using Tcp = boost::asio::ip::tcp;
    // Enough for a batch of answers in one read; a larger batch takes several reads.
    static constexpr std::size_t kReadBytes = 16u << 10;

    boost::asio::awaitable<Error> connect_tcp(Endpoint node);

    TlsContext tls_context_;
    Tcp::socket socket_;
    Tcp::resolver resolver_;
    std::optional<boost::asio::ssl::stream<Tcp::socket&>> tls_;
    std::array<char, kReadBytes> in_;
    std::string out_;
};

}  // namespace onsale::redis
