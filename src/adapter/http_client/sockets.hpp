#pragma once

#include <functional>
#include <memory>
#include <unordered_map>

#include <boost/asio/io_context.hpp>

namespace onsale::http_client {

// The descriptors that libcurl uses on one loop. This class opens and closes the connections, so
// that the loop never watches a descriptor that libcurl has closed already
// (https://github.com/curl/curl/issues/14976).
// Thread safety: the loop's thread.
class Sockets {
  public:
    // Receives the descriptor and CURL_CSELECT_ bits.
    using OnReady = std::function<void(int descriptor, int events)>;

    Sockets(boost::asio::io_context& loop, OnReady on_ready);
    ~Sockets();
    Sockets(const Sockets&) = delete;
    Sockets& operator=(const Sockets&) = delete;

    // Returns -1 if the system has no descriptor left.
    int open(int family, int type, int protocol);
    void close(int descriptor);
    // `what` is one of libcurl's CURL_POLL_ values.
    void watch(int descriptor, int what);

  private:
    struct Socket;
    using Shared = std::shared_ptr<Socket>;

    // Transfers ownership of `own` to the loop; libcurl identifies it by `descriptor`.
    bool adopt(int descriptor, int own, bool borrowed);
    void wait(const Shared& socket);
    void wait(const Shared& socket, int direction);
    void on_event(const Shared& socket, int direction, int events);

    boost::asio::io_context& loop_;
    OnReady on_ready_;
    std::unordered_map<int, Shared> sockets_;
};

}  // namespace onsale::http_client
