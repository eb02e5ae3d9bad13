#include "program/cluster/cluster_announcer.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "adapter/http/api/context/health.hpp"
#include "adapter/http/api/context/view_freshness.hpp"
#include "adapter/server/operate/cluster_counts.hpp"
#include "adapter/server/operate/gather_numbers.hpp"
#include "program/cluster/cluster_link.hpp"
#include "program/cluster/process_name.hpp"

namespace onsale::program {

namespace asio = boost::asio;
using asio::awaitable;

namespace {

// Each process sends half a command per second.
constexpr std::chrono::seconds kEvery{2};

std::string_view word_of(operate::Degraded degraded) {
    switch (degraded) {
        case operate::Degraded::kNo:
            return "";
        case operate::Degraded::kDiskFull:
            return "disk_full";
        case operate::Degraded::kStorageFailed:
            return "storage_failed";
        case operate::Degraded::kStale:
            return "stale";
        case operate::Degraded::kRedisGone:
            return "redis_gone";
        case operate::Degraded::kPaymentGone:
            return "payment_gone";
    }
    return "";
}

std::string state_of(const http::LoopContext& context, operate::Degraded degraded) {
    if (context.stopping) return "stopping";
    return degraded == operate::Degraded::kNo ? "ready" : "degraded";
}

bool serves_guests(const Config& config) {
    return has_role(config, Role::kQueue) || has_role(config, Role::kBooking) ||
           has_role(config, Role::kPayment);
}

}  // namespace

struct ProcessAnnouncer::Inside {
    redis::Client* client;
    Describe describe;
    asio::steady_timer timer;
    bool closed = false;
};

ProcessAnnouncer::ProcessAnnouncer(asio::io_context& loop, redis::Client& client, Describe describe)
    : inside_(std::make_shared<Inside>(&client, std::move(describe), asio::steady_timer{loop})) {
    asio::co_spawn(loop, run(inside_), [](const std::exception_ptr& error) {
        if (error) std::rethrow_exception(error);
    });
}

ProcessAnnouncer::~ProcessAnnouncer() {
    inside_->closed = true;
    inside_->timer.cancel();
}

awaitable<void> ProcessAnnouncer::run(std::shared_ptr<Inside> inside) {
    while (!inside->closed) {
        const auto next = std::chrono::steady_clock::now() + kEvery;
        redis::ProcessNote note = co_await inside->describe();
        if (inside->closed) break;
        (void)co_await redis::announce(*inside->client, std::move(note), next);
        if (inside->closed) break;
        inside->timer.expires_at(next);
        (void)co_await inside->timer.async_wait(asio::as_tuple(asio::use_awaitable));
    }
}

awaitable<redis::ProcessNote> describe_process(const Config& config, const std::string& name,
                                               Instant started_at,
                                               std::vector<server::ServingLoop*> loops) {
    server::ServingLoop& home = *loops.back();
    redis::ProcessNote note{.name = name, .version = ONSALE_VERSION, .started_at = started_at};
    for (const Role role : roles_of(config.cluster))
        note.roles.emplace_back(word_for(role));
    if (serves_guests(config)) note.address = config.server.listen;
    note.admin_address = config.server.admin_listen;
    server::write_totals(*co_await server::gather_totals(home, std::move(loops)), note);
    const http::LoopContext& context = home.context();
    const http::Freshness view = http::freshness_of(context);
    note.state = state_of(context, view.degraded);
    note.degraded = word_of(view.degraded);
    note.view_age = view.age;
    note.said_at = context.clock.now();
    co_return note;
}

}  // namespace onsale::program
