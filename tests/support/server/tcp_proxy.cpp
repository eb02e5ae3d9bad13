#include "tests/support/server/tcp_proxy.hpp"

#include <array>
#include <set>
#include <string_view>
#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

namespace onsale::test {

namespace asio = boost::asio;
using asio::awaitable;
using asio::ip::tcp;

namespace {

constexpr auto kTuple = asio::as_tuple(asio::use_awaitable);
const auto kLoopback = asio::ip::address_v4::loopback();

void ended(const std::exception_ptr&) {}

struct Pair {
    tcp::socket client;
    tcp::socket server;

    void close() {
        boost::system::error_code ignored;
        client.close(ignored);
        server.close(ignored);
    }
};

}  // namespace

// Coroutines own it. `proxy` is null when the proxy is gone.
struct TcpProxy::Inside : std::enable_shared_from_this<TcpProxy::Inside> {
    Inside(asio::io_context& its_loop, std::uint16_t its_server_port, TcpProxy* its_proxy)
        : loop(its_loop),
          server{kLoopback, its_server_port},
          acceptor(its_loop, {kLoopback, 0}),
          proxy(its_proxy) {}

    awaitable<void> accept() {
        const auto self = shared_from_this();
        for (;;) {
            auto [error, client] = co_await acceptor.async_accept(kTuple);
            if (error || proxy == nullptr) co_return;
            ++proxy->connections;
            if (proxy->refuses) continue;
            asio::co_spawn(loop, join(std::move(client)), ended);
        }
    }

    awaitable<void> join(tcp::socket client) {
        const auto self = shared_from_this();
        const auto pair = std::make_shared<Pair>(std::move(client), tcp::socket{loop});
        pairs.insert(pair);
        const auto [error] = co_await pair->server.async_connect(server, kTuple);
        if (error) pair->close();
        asio::co_spawn(loop, pass(pair, pair->server, pair->client, false), ended);
        co_await pass(pair, pair->client, pair->server, true);
    }

    awaitable<void> pass(std::shared_ptr<Pair> pair, tcp::socket& from, tcp::socket& to,
                         bool is_request) {
        const auto self = shared_from_this();
        std::array<char, 65536> bytes;
        for (;;) {
            const auto [end, size] = co_await from.async_read_some(asio::buffer(bytes), kTuple);
            if (end || proxy == nullptr) break;
            if (is_request) look_at({bytes.data(), size});
            if ((is_request ? proxy->requests : proxy->answers) == Flow::kSwallowed) continue;
            if (proxy->delay > proxy->delay.zero()) {
                asio::steady_timer timer{loop, proxy->delay};
                (void)co_await timer.async_wait(kTuple);
            }
            const auto [error, written] =
                co_await asio::async_write(to, asio::buffer(bytes, size), kTuple);
            if (error) break;
        }
        pair->close();
        pairs.erase(pair);
    }

    void look_at(std::string_view bytes) {
        if (word.empty() || bytes.find(word) == bytes.npos) return;
        word.clear();
        std::exchange(then, nullptr)();
    }

    asio::io_context& loop;
    tcp::endpoint server;
    tcp::acceptor acceptor;
    TcpProxy* proxy;
    std::set<std::shared_ptr<Pair>> pairs;
    std::string word;
    std::function<void()> then;
};

TcpProxy::TcpProxy(asio::io_context& loop, std::uint16_t server_port)
    : inside_(std::make_shared<Inside>(loop, server_port, this)) {
    asio::co_spawn(loop, inside_->accept(), ended);
}

TcpProxy::~TcpProxy() {
    inside_->proxy = nullptr;
    inside_->acceptor.close();
    cut();
}

std::uint16_t TcpProxy::port() const {
    return inside_->acceptor.local_endpoint().port();
}

void TcpProxy::when_requested(std::string word, std::function<void()> then) {
    inside_->word = std::move(word);
    inside_->then = std::move(then);
}

void TcpProxy::cut() {
    for (const auto& pair : inside_->pairs)
        pair->close();
}

}  // namespace onsale::test
