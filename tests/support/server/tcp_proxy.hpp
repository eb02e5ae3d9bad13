#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include <boost/asio/io_context.hpp>

namespace onsale::test {

// What happens to bytes of one direction.
enum class Flow : std::uint8_t {
    kPassed,
    kSwallowed,  // They get lost, and the connection stays.
};

// Stands between a client and a server on the loop of the test, and does harm when it is told to.
class TcpProxy {
  public:
    TcpProxy(boost::asio::io_context& loop, std::uint16_t server_port);
    ~TcpProxy();
    TcpProxy(const TcpProxy&) = delete;
    TcpProxy& operator=(const TcpProxy&) = delete;

    std::uint16_t port() const;

    Flow requests = Flow::kPassed;  // From the client to the server.
    Flow answers = Flow::kPassed;
    std::chrono::milliseconds delay{0};  // Before bytes of either direction are passed on.
    bool refuses = false;                // New connections are closed at once.

    // Called before bytes with this word are passed on, and not again.
    void when_requested(std::string word, std::function<void()> then);
    // Closes all connections.
    void cut();

    std::size_t connections = 0;  // So far.

  private:
    struct Inside;
    std::shared_ptr<Inside> inside_;
};

}  // namespace onsale::test
