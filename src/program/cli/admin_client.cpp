#include "program/cli/admin_client.hpp"

#include <cerrno>
#include <exception>
#include <optional>
#include <string_view>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <fmt/format.h>

#include "adapter/http_client/client.hpp"
#include "base/time_text.hpp"

namespace onsale::program {
namespace {

using http_client::CallCause;
using http_client::CallError;
using http_client::CallResult;

// The leaves of a draw with ten million guests have 160 MB.
constexpr std::uint64_t kAnswerMax = 512ULL * 1024 * 1024;

// The URL without a path.
std::string origin_of(std::string_view url) {
    if (!url.starts_with("http://") && !url.starts_with("https://"))
        throw AdminUnreachable{fmt::format("{}: must start with http:// or https://", url)};
    const std::size_t host = url.find("//") + 2;
    const std::string_view origin = url.substr(0, url.find('/', host));
    if (origin.size() == host || origin[host] == ':')
        throw AdminUnreachable{fmt::format("{}: has no host", url)};
    return std::string{origin};
}

http_client::Request to_call(const AdminAddress& address, const AdminRequest& request) {
    const bool local = address.url.empty();
    const std::string origin = local ? "http://localhost" : origin_of(address.url);
    http_client::Request call{.method = request.method,
                              .url = origin + request.target,
                              .headers = {{"User-Agent", "onsale"}, {"Accept", "application/json"}},
                              .body = request.body,
                              .deadline = request.deadline,
                              .answer_max = kAnswerMax};
    if (local) call.unix_socket = address.socket;
    if (!request.body.empty()) call.headers.push_back({"Content-Type", request.content_type});
    if (!address.key.empty()) call.headers.push_back({"Authorization", "Bearer " + address.key});
    return call;
}

std::string why_unreachable(const AdminAddress& address, const AdminRequest& request,
                            const CallError& error) {
    if (error.cause == CallCause::kDeadline)
        return fmt::format("the server did not answer within {}",
                           format_duration(request.deadline));
    if (!address.url.empty()) return fmt::format("{}: {}", address.url, error.words);
    const std::string socket = address.socket.string();
    if (error.system_error == EACCES || error.system_error == EPERM)
        return fmt::format("{}: permission denied; run this as the user of the server", socket);
    if (error.system_error == ENOENT || error.system_error == ECONNREFUSED)
        return fmt::format(
            "no server answers at {}; start it with ./run, in a cluster the payment process with "
            "./run cluster or its service (--data names its folder)",
            socket);
    return fmt::format("{}: {}", socket, error.words);
}

CallResult run(http_client::Request call) {
    boost::asio::io_context loop{1};
    http_client::Client client{loop};
    std::optional<CallResult> result;
    std::exception_ptr failure;
    boost::asio::co_spawn(loop, client.call(std::move(call)),
                          [&](const std::exception_ptr& error, CallResult given) {
                              failure = error;
                              result = std::move(given);
                              loop.stop();
                          });
    loop.run();
    if (failure) std::rethrow_exception(failure);
    return std::move(*result);
}

}  // namespace

AdminAnswer call_admin(const AdminAddress& address, const AdminRequest& request) {
    CallResult result = run(to_call(address, request));
    if (!result) throw AdminUnreachable{why_unreachable(address, request, result.error())};
    return {result->status, std::move(result->body)};
}

}  // namespace onsale::program
