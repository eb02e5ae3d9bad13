#include "adapter/server/operate/process_announcer.hpp"

#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "adapter/http/api/context/view_freshness.hpp"
#include "adapter/server/loop/embedded_ports.hpp"
#include "adapter/server/operate/cluster_counts.hpp"
#include "adapter/server/operate/gather_numbers.hpp"
#include "adapter/server/operate/process_state.hpp"

namespace onsale::server {

namespace asio = boost::asio;

namespace {

// Each process sends half a command per second.
constexpr std::chrono::seconds kAnnounceEvery{2};

redis::ProcessNote note_of(const ProcessIdentity& process) {
    redis::ProcessNote note{.name = process.name};
    note.roles = process.roles;
    note.address = process.address;
    note.admin_address = process.admin_address;
    note.version = process.version;
    note.started_at = process.started_at;
    return note;
}

// The identity of the process, the state of its operator's loop and the counters of its loops.
// Suspends; resumes on the operator's loop.
asio::awaitable<redis::ProcessNote> describe(const ProcessAnnouncer::Deps& deps) {
    redis::ProcessNote note = note_of(deps.process);
    std::vector<ServingLoop*> loops = deps.loops();
    ServingLoop& home = *loops.back();
    write_totals(*co_await gather_totals(home, std::move(loops)), note);
    const http::LoopContext& context = home.context();
    const http::Freshness view = http::freshness_of(context);
    const auto store = deps.writer == nullptr ? operate::Degraded::kNo
                                              : degraded_by(deps.writer->figures().health);
    set_state(note, {context.stopping, store, view.degraded});
    note.view_age = view.age;
    note.said_at = context.clock.now();
    if (deps.scheduler != nullptr) note.leases = co_await deps.scheduler->leases(home.io());
    co_return note;
}

}  // namespace

struct ProcessAnnouncer::Inside {
    Deps deps;
    asio::steady_timer timer;
    bool closed = false;
};

ProcessAnnouncer::ProcessAnnouncer(asio::io_context& loop, Deps deps)
    : inside_(std::make_shared<Inside>(std::move(deps), asio::steady_timer{loop})) {
    asio::co_spawn(loop, run(inside_), [](const std::exception_ptr& error) {
        if (error) std::rethrow_exception(error);
    });
}

ProcessAnnouncer::~ProcessAnnouncer() {
    inside_->closed = true;
    inside_->timer.cancel();
}

asio::awaitable<void> ProcessAnnouncer::run(std::shared_ptr<Inside> inside) {
    while (!inside->closed) {
        const auto next = std::chrono::steady_clock::now() + kAnnounceEvery;
        redis::ProcessNote note = co_await describe(inside->deps);
        if (inside->closed) break;
        (void)co_await redis::announce(inside->deps.client, std::move(note), next);
        if (inside->closed) break;
        inside->timer.expires_at(next);
        (void)co_await inside->timer.async_wait(asio::as_tuple(asio::use_awaitable));
    }
}

}  // namespace onsale::server
