// Definitions for test_client.hpp. This is a test file so that no library contains them.
#include <chrono>
#include <exception>
#include <utility>

#include <boost/asio/co_spawn.hpp>

#include "adapter/http_client/test_client.hpp"

namespace onsale::http_client {

void TestClient::start(Request request, std::optional<CallResult>& result) {
    boost::asio::co_spawn(
        loop, client->call(std::move(request)),
        [&result](const std::exception_ptr&, CallResult given) { result = std::move(given); });
}

bool TestClient::run_until(const std::function<bool()>& condition) {
    constexpr std::chrono::seconds kPatience{20};
    while (!condition())
        if (loop.run_one_for(kPatience) == 0) return false;
    return true;
}

CallResult TestClient::call(Request request) {
    std::optional<CallResult> result;
    start(std::move(request), result);
    if (!run_until([&] { return result.has_value(); }))
        return fail(CallError{.words = "the test waited in vain"});
    return std::move(*result);
}

CallError TestClient::failure(Request request) {
    const CallResult result = call(std::move(request));
    return result ? CallError{.words = "the call did not fail"} : result.error();
}

}  // namespace onsale::http_client
