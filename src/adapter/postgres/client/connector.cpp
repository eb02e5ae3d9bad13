#include "adapter/postgres/client/connector.hpp"

#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace onsale::postgres {

namespace asio = boost::asio;
using asio::awaitable;
using asio::ip::tcp;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::size_t kAddressesMax = 4;  // Of one name; each may cost a whole timeout.

int weight_of(CallCause cause) {
    if (cause == CallCause::kClosed) return 3;
    if (cause == CallCause::kTooManyConnections) return 1;
    return cause == CallCause::kNotConnected ? 0 : 2;
}

std::vector<Address> addresses_of(const Host& host, const tcp::resolver::results_type& found) {
    std::vector<Address> addresses;
    for (const auto& entry : found)
        if (addresses.size() < kAddressesMax)
            addresses.push_back({host, entry.endpoint().address().to_string()});
    return addresses;
}

}  // namespace

awaitable<Result<std::vector<Address>, std::string>> resolve(asio::io_context& loop, Host host,
                                                             std::chrono::milliseconds within) {
    if (host.name.starts_with('/')) co_return std::vector{Address{host}};
    boost::system::error_code no_address;
    const auto address = asio::ip::make_address(host.name, no_address);
    if (!no_address) co_return std::vector{Address{host, address.to_string()}};

    const auto resolver = std::make_shared<tcp::resolver>(loop);
    asio::steady_timer timer{loop, within};
    timer.async_wait([resolver](boost::system::error_code cancelled) {
        if (!cancelled) resolver->cancel();
    });
    const auto [error, found] = co_await resolver->async_resolve(
        host.name, std::to_string(host.port), asio::as_tuple(asio::use_awaitable));
    if (error) co_return fail(host.name + " has no address: " + error.message());
    co_return addresses_of(host, found);
}

CallError more_telling(CallError one, CallError other) {
    return weight_of(other.cause) > weight_of(one.cause) ? std::move(other) : std::move(one);
}

awaitable<std::optional<CallError>> Connector::connect(std::shared_ptr<Connection> connection) {
    const auto self = shared_from_this();
    const auto& hosts = context_->config.hosts;
    const std::size_t first = served_last_;
    std::optional<CallError> worst;
    for (std::size_t tried = 0; tried < hosts.size(); ++tried) {
        const std::size_t at = (first + tried) % hosts.size();
        auto error = co_await connect_to(hosts[at], connection);
        if (!error) {
            served_last_ = at;
            co_return std::nullopt;
        }
        worst = worst ? more_telling(*std::move(worst), *std::move(error)) : std::move(error);
        if (worst->cause == CallCause::kClosed) break;
    }
    co_return worst;
}

awaitable<std::optional<CallError>> Connector::connect_to(Host host,
                                                          std::shared_ptr<Connection> connection) {
    const auto timeout = context_->config.connect_timeout;
    const auto addresses = co_await resolve(context_->loop, host, timeout);
    if (!addresses) co_return CallError::unavailable(CallCause::kNotConnected, addresses.error());
    std::optional<CallError> error;
    for (const Address& address : *addresses) {
        error = co_await connection->open(address, Clock::now() + timeout);
        if (!error) co_return std::nullopt;
    }
    co_return error;
}

}  // namespace onsale::postgres
