#include "adapter/redis/feed/event_directory.hpp"

#include <charconv>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace onsale::redis {

namespace asio = boost::asio;
using asio::awaitable;
using waiting_room::EventId;

namespace {

std::vector<EventId> read_events(const Reply& members) {
    std::vector<EventId> events;
    for (const Reply& member : members.items) {
        EventId event;
        const std::string& text = member.text;
        const auto [end, error] =
            std::from_chars(text.data(), text.data() + text.size(), event.value);
        if (error == std::errc{} && end == text.data() + text.size()) events.push_back(event);
    }
    return events;
}

}  // namespace

struct EventDirectory::Inside {
    Client* client;
    std::string key;
    std::chrono::milliseconds every;
    Told told;
    asio::steady_timer timer;
    bool closed = false;
};

EventDirectory::EventDirectory(asio::io_context& loop, Client& client, std::string_view key,
                               std::chrono::milliseconds every, Told told)
    : inside_(std::make_shared<Inside>(&client, std::string{key}, every, std::move(told),
                                       asio::steady_timer{loop})) {
    asio::co_spawn(loop, run(inside_), [](const std::exception_ptr& error) {
        if (error) std::rethrow_exception(error);
    });
}

EventDirectory::~EventDirectory() {
    inside_->closed = true;
    inside_->timer.cancel();
}

awaitable<void> EventDirectory::run(std::shared_ptr<Inside> inside) {
    while (!inside->closed) {
        const Deadline deadline = std::chrono::steady_clock::now() + inside->every;
        const auto members = co_await inside->client->call(slot_of(inside->key),
                                                           {"SMEMBERS", {inside->key}}, deadline);
        if (inside->closed) break;
        if (members && !members->is_error()) inside->told(read_events(*members));
        if (inside->closed) break;
        inside->timer.expires_at(deadline);
        (void)co_await inside->timer.async_wait(asio::as_tuple(asio::use_awaitable));
    }
}

Command enlist(std::string_view key, EventId event) {
    return {"SADD", {key, std::to_string(event.value)}};
}

Command strike(std::string_view key, EventId event) {
    return {"SREM", {key, std::to_string(event.value)}};
}

}  // namespace onsale::redis
