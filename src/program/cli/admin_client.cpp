#include "program/cli/admin_client.hpp"

#include <exception>
#include <optional>
#include <string_view>
#include <utility>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <fmt/format.h>

#include "base/time_text.hpp"

namespace onsale::program {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::awaitable;
using asio::use_awaitable;
using asio::ip::tcp;
using boost::system::system_error;

// The leaves of a draw with ten million guests have 160 MB.
constexpr std::uint64_t kAnswerMax = 512ULL * 1024 * 1024;

struct Url {
    bool tls = false;
    std::string host;
    std::string port;
};

Url parse_url(std::string_view text) {
    Url url;
    const std::string whole{text};
    url.tls = text.starts_with("https://");
    if (!url.tls && !text.starts_with("http://"))
        throw AdminUnreachable{fmt::format("{}: must start with http:// or https://", whole)};
    text.remove_prefix(text.find("//") + 2);
    text = text.substr(0, text.find('/'));
    // The port follows the last colon, unless that is inside the brackets of an IPv6 literal.
    const auto colon = text.rfind(':');
    const bool has_port = colon != text.npos && text.find(']', colon) == text.npos;
    url.port = has_port ? text.substr(colon + 1) : url.tls ? "443" : "80";
    url.host = has_port ? text.substr(0, colon) : text;
    if (url.host.empty()) throw AdminUnreachable{fmt::format("{}: has no host", whole)};
    return url;
}

std::string without_brackets(const std::string& host) {
    return host.starts_with('[') ? host.substr(1, host.size() - 2) : host;
}

http::request<http::string_body> to_beast(const AdminRequest& request, const std::string& host,
                                          const std::string& key) {
    http::request<http::string_body> message{http::string_to_verb(request.method), request.target,
                                             11, request.body};
    message.set(http::field::host, host);
    message.set(http::field::user_agent, "onsale");
    message.set(http::field::accept, "application/json");
    message.set(http::field::connection, "close");
    if (!request.body.empty()) message.set(http::field::content_type, request.content_type);
    if (!key.empty()) message.set(http::field::authorization, "Bearer " + key);
    message.prepare_payload();
    return message;
}

template <class Stream>
awaitable<AdminAnswer> exchange(Stream& stream, http::request<http::string_body> message) {
    co_await http::async_write(stream, message, use_awaitable);
    boost::beast::flat_buffer buffer;
    http::response_parser<http::string_body> parser;
    parser.body_limit(kAnswerMax);
    co_await http::async_read(stream, buffer, parser, use_awaitable);
    co_return AdminAnswer{parser.get().result_int(), std::move(parser.get().body())};
}

awaitable<AdminAnswer> over_socket(const AdminAddress& address, const AdminRequest& request) {
    asio::local::stream_protocol::socket socket{co_await asio::this_coro::executor};
    const asio::local::stream_protocol::endpoint endpoint{address.socket.string()};
    co_await socket.async_connect(endpoint, use_awaitable);
    co_return co_await exchange(socket, to_beast(request, "localhost", address.key));
}

awaitable<AdminAnswer> over_tls(tcp::socket socket, const std::string& host,
                                http::request<http::string_body> message) {
    asio::ssl::context context{asio::ssl::context::tls_client};
    context.set_default_verify_paths();
    context.set_verify_mode(asio::ssl::verify_peer);
    asio::ssl::stream<tcp::socket> stream{std::move(socket), context};
    stream.set_verify_callback(asio::ssl::host_name_verification{host});
    SSL_set_tlsext_host_name(stream.native_handle(), host.c_str());
    co_await stream.async_handshake(asio::ssl::stream_base::client, use_awaitable);
    co_return co_await exchange(stream, std::move(message));
}

awaitable<AdminAnswer> over_tcp(const AdminAddress& address, const AdminRequest& request) {
    const Url url = parse_url(address.url);
    const std::string host = without_brackets(url.host);
    tcp::resolver resolver{co_await asio::this_coro::executor};
    const auto endpoints = co_await resolver.async_resolve(host, url.port, use_awaitable);
    tcp::socket socket{co_await asio::this_coro::executor};
    co_await asio::async_connect(socket, endpoints, use_awaitable);
    auto message = to_beast(request, url.host + ":" + url.port, address.key);
    if (url.tls) co_return co_await over_tls(std::move(socket), host, std::move(message));
    co_return co_await exchange(socket, std::move(message));
}

std::string why_unreachable(const AdminAddress& address, const boost::system::error_code& error) {
    if (!address.url.empty()) return fmt::format("{}: {}", address.url, error.message());
    const std::string socket = address.socket.string();
    if (error == boost::system::errc::permission_denied)
        return fmt::format("{}: permission denied; run this as the user of the server", socket);
    if (error == boost::system::errc::no_such_file_or_directory ||
        error == boost::system::errc::connection_refused)
        return fmt::format(
            "no server answers at {}; start it with ./run, in a cluster the payment process with "
            "./run cluster or its service (--data names its folder)",
            socket);
    return fmt::format("{}: {}", socket, error.message());
}

}  // namespace

AdminAnswer call_admin(const AdminAddress& address, const AdminRequest& request) {
    asio::io_context context{1};
    std::optional<AdminAnswer> answer;
    std::exception_ptr failure;
    const auto done = [&](const std::exception_ptr& error, AdminAnswer given) {
        failure = error;
        answer = std::move(given);
    };
    asio::co_spawn(context,
                   address.url.empty() ? over_socket(address, request) : over_tcp(address, request),
                   done);
    context.run_for(request.deadline);
    if (!answer)
        throw AdminUnreachable{
            fmt::format("the server did not answer within {}", format_duration(request.deadline))};
    try {
        if (failure) std::rethrow_exception(failure);
    } catch (const system_error& error) {
        throw AdminUnreachable{why_unreachable(address, error.code())};
    }
    return std::move(*answer);
}

}  // namespace onsale::program
