#pragma once

#include <functional>
#include <optional>

#include <boost/asio/io_context.hpp>

#include "adapter/http_client/client.hpp"

namespace onsale::http_client {

// A client and the loop that it shares with the servers of a test.
struct TestClient {
    // Starts the call; the loop must run for it.
    void start(Request request, std::optional<CallResult>& result);
    // Runs the loop until the condition holds. Returns false on timeout.
    bool run_until(const std::function<bool()>& condition);
    CallResult call(Request request);
    // The error of a call that must fail.
    CallError failure(Request request);

    boost::asio::io_context loop{1};
    std::optional<Client> client{std::in_place, loop};
};

}  // namespace onsale::http_client
