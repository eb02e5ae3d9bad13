#pragma once

#include <memory>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include "adapter/http_client/call.hpp"
#include "adapter/http_client/config.hpp"

namespace onsale::http_client {

class Transfers;

// Calls HTTP/1.1 servers, with TLS for https URLs, and keeps connections for later calls. A call is
// sent at most once, and an error says whether the server may have done it. Redirects are not
// followed. No proxy is used.
// Calls are independent. A coroutine that waits for an answer may be destroyed, and so may the
// client: both end the calls.
// REQUIRES: the loop is run by one thread and outlives the client.
// Thread safety: the loop's thread.
class Client {
  public:
    // Throws std::runtime_error if the installed libcurl cannot serve.
    explicit Client(boost::asio::io_context& loop, Config config = {});
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    // Suspends until the answer, at most until the deadline of the request.
    boost::asio::awaitable<CallResult> call(Request request);

  private:
    std::shared_ptr<Transfers> transfers_;
};

}  // namespace onsale::http_client
