#include "adapter/redis/client/time_feed.hpp"

#include <charconv>
#include <optional>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace onsale::redis {

namespace asio = boost::asio;
using asio::awaitable;

namespace {

// Any slot works, as long as all processes ask the same one.
constexpr Slot kAskedSlot{0};

std::optional<std::int64_t> number_in(const std::string& text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

// The answer to TIME has seconds and microseconds.
std::optional<Instant> read_time(const Reply& reply) {
    if (reply.items.size() != 2) return std::nullopt;
    const auto seconds = number_in(reply.items[0].text);
    const auto micros = number_in(reply.items[1].text);
    if (!seconds || !micros) return std::nullopt;
    return instant_from_ms(*seconds * 1000 + *micros / 1000);
}

}  // namespace

struct TimeFeed::Inside {
    Client* client;
    runtime::FollowedTime* time;
    TimeFeedConfig config;
    asio::steady_timer timer;
    bool closed = false;
};

TimeFeed::TimeFeed(asio::io_context& loop, Client& client, runtime::FollowedTime& time,
                   TimeFeedConfig config)
    : inside_(std::make_shared<Inside>(&client, &time, config, asio::steady_timer{loop})) {
    asio::co_spawn(loop, run(inside_), [](const std::exception_ptr& error) {
        if (error) std::rethrow_exception(error);
    });
}

TimeFeed::~TimeFeed() {
    inside_->closed = true;
    inside_->timer.cancel();
}

awaitable<std::optional<std::string>> TimeFeed::ask(Client& client, runtime::FollowedTime& time,
                                                    std::chrono::milliseconds timeout) {
    const Duration asked_at = time.steady();
    const auto answer = co_await client.call(kAskedSlot, Command{"TIME", {}},
                                             std::chrono::steady_clock::now() + timeout);
    const Duration at = time.steady();
    const auto wall = answer ? read_time(*answer) : std::nullopt;
    if (wall) time.tell(*wall, at, at - asked_at);
    if (wall) co_return std::nullopt;
    co_return answer ? answer->text : answer.error().words;
}

awaitable<void> TimeFeed::run(std::shared_ptr<Inside> inside) {
    while (!inside->closed) {
        const auto error = co_await ask(*inside->client, *inside->time, inside->config.timeout);
        if (inside->closed) break;
        if (error && inside->config.failed) inside->config.failed(*error);
        inside->timer.expires_after(inside->config.every);
        (void)co_await inside->timer.async_wait(asio::as_tuple(asio::use_awaitable));
    }
}

}  // namespace onsale::redis
