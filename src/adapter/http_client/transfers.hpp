#pragma once

#include <memory>
#include <optional>
#include <unordered_set>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "adapter/http_client/call.hpp"
#include "adapter/http_client/config.hpp"
#include "adapter/http_client/handles.hpp"
#include "adapter/http_client/sockets.hpp"

namespace onsale::http_client {

class Transfer;

// The calls of one client, driven by libcurl's multi_socket interface on one loop. It keeps the
// idle connections.
// Thread safety: the loop's thread.
class Transfers : public std::enable_shared_from_this<Transfers> {
  public:
    // Throws std::runtime_error if the installed libcurl cannot serve.
    Transfers(boost::asio::io_context& loop, Config config);
    ~Transfers();
    Transfers(const Transfers&) = delete;
    Transfers& operator=(const Transfers&) = delete;

    // Reason why a new call would be rejected; empty if it is accepted.
    std::optional<CallError> refusal() const;
    // REQUIRES: remove() before the transfer or this is destroyed.
    void add(Transfer& transfer);
    void remove(Transfer& transfer);
    // Abandons all calls and refuses further ones.
    void close();

    boost::asio::io_context& loop() { return loop_; }
    const Config& config() const { return config_; }
    Sockets& sockets() { return sockets_; }

  private:
    static int on_socket(CURL* easy, curl_socket_t descriptor, int what, void* self, void* unused);
    static int on_timer(CURLM* multi, long wait_ms, void* self);
    void wake_after(long wait_ms);
    void act(curl_socket_t descriptor, int events);
    void finish_done();

    boost::asio::io_context& loop_;
    const Config config_;
    boost::asio::steady_timer timer_;
    Sockets sockets_;
    Multi multi_;  // Closes its connections through `sockets_` when it is destroyed.
    std::unordered_set<Transfer*> under_way_;
    bool closed_ = false;
};

}  // namespace onsale::http_client
