#include "adapter/redis/store/store_watch.hpp"

#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "adapter/redis/store/store_message.hpp"

namespace onsale::redis {

namespace asio = boost::asio;

struct StoreWatch::Inside {
    Client* client;
    std::chrono::milliseconds every;
    Told told;
    PaymentSight* sight;
    asio::steady_timer timer;
    bool closed = false;
};

StoreWatch::StoreWatch(asio::io_context& loop, Client& client, std::chrono::milliseconds every,
                       Told told, PaymentSight* sight)
    : inside_(std::make_shared<Inside>(&client, every, std::move(told), sight,
                                       asio::steady_timer{loop})) {
    asio::co_spawn(loop, run(inside_), [](const std::exception_ptr& error) {
        if (error) std::rethrow_exception(error);
    });
}

StoreWatch::~StoreWatch() {
    inside_->closed = true;
    inside_->timer.cancel();
}

asio::awaitable<void> StoreWatch::run(std::shared_ptr<Inside> inside) {
    constexpr int kMissesAllowed = 4;
    int misses = 0;
    const std::string key{kStoreOpenKey};
    while (!inside->closed) {
        const Deadline deadline = std::chrono::steady_clock::now() + inside->every;
        const auto answer =
            co_await inside->client->call(slot_of(key), Command{"PTTL", {key}}, deadline);
        if (inside->closed) break;
        if (answer && !answer->is_error()) {
            std::optional<std::chrono::milliseconds> open_for;
            if (answer->integer >= 0) open_for.emplace(answer->integer);
            misses = open_for ? 0 : misses + 1;
            inside->told(misses <= kMissesAllowed);
            if (inside->sight != nullptr)
                inside->sight->see(open_for, std::chrono::steady_clock::now());
        }
        inside->timer.expires_at(deadline);
        (void)co_await inside->timer.async_wait(asio::as_tuple(asio::use_awaitable));
    }
}

}  // namespace onsale::redis
