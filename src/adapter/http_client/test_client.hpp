#pragma once

#include <chrono>
#include <exception>
#include <functional>
#include <optional>
#include <utility>

#include <boost/asio/co_spawn.hpp>
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

inline void TestClient::start(Request request, std::optional<CallResult>& result) {
    boost::asio::co_spawn(
        loop, client->call(std::move(request)),
        [&result](const std::exception_ptr&, CallResult given) { result = std::move(given); });
}

inline bool TestClient::run_until(const std::function<bool()>& condition) {
    constexpr std::chrono::seconds kPatience{20};
    while (!condition())
        if (loop.run_one_for(kPatience) == 0) return false;
    return true;
}

inline CallResult TestClient::call(Request request) {
    std::optional<CallResult> result;
    start(std::move(request), result);
    if (!run_until([&] { return result.has_value(); }))
        return fail(CallError{.words = "the test waited in vain"});
    return std::move(*result);
}

inline CallError TestClient::failure(Request request) {
    const CallResult result = call(std::move(request));
    return result ? CallError{.words = "the call did not fail"} : result.error();
}

}  // namespace onsale::http_client
