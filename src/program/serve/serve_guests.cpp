#include "program/serve/serve_guests.hpp"

#include <algorithm>
#include <future>
#include <thread>

#include "adapter/http/transport/socket/listening_socket.hpp"
#include "adapter/http/transport/socket/open_connections.hpp"
#include "program/serve/serve_transport.hpp"

namespace onsale::program {

GuestLoops::GuestLoops(Deps deps)
    : deps_(std::move(deps)),
      site_(deps_.config.identity),
      tls_(deps_.config.server),
      guest_limits_(guest_rates(deps_.config)),
      operator_limits_(guest_rates(deps_.config), kOperatorEntries) {}

std::unique_ptr<server::ServingLoop> GuestLoops::make_loop(
    const std::string& name, server::LoopUse use, std::size_t index,
    std::shared_ptr<http::OpenStreams> streams, http::GuestLimits& limits,
    const std::vector<std::string>& origins) {
    http::GuestSiteConfig site = guest_site_config(deps_.config);
    site.streams = std::move(streams);
    site.allowed_origins = origins;
    site.site = site_.current();
    site.complete_key = &deps_.complete_key;
    site.verified_secret = deps_.verified_secret;
    site.plans = plans_;
    const LogConfig& log = deps_.config.log;
    auto loop = std::make_unique<server::ServingLoop>(
        name, use,
        server::LoopDeps{deps_.connect,
                         deps_.time,
                         deps_.keys,
                         limits,
                         deps_.payments,
                         {log.refusals_per_second, log.slow_request}},
        std::move(site), [this, index](http::StreamHub::Key key) { close_elsewhere(key, index); });
    loop->context().images = deps_.images;
    loop->context().public_url = deps_.config.server.public_url;
    loop->context().seller = {deps_.config.server.seller_name, deps_.config.server.seller_contact};
    loop->context().plans = plans_.get();
    loop->context().web = deps_.web;
    return loop;
}

void GuestLoops::open() {
    const Config& config = deps_.config;
    const std::size_t loops = config.server.loops != 0
                                  ? config.server.loops
                                  : std::max(1u, std::thread::hardware_concurrency());
    const auto connections = std::make_shared<http::OpenConnections>();
    const auto streams = std::make_shared<http::OpenStreams>(config.limits.stream_max);
    http::require_free_address(guest_transport(config, 0));
    for (std::size_t i = 0; i < loops; ++i) {
        loops_.push_back(make_loop("loop-" + std::to_string(i), server::LoopUse::kGuests, i,
                                   streams, guest_limits_, config.server.allowed_origins));
        http::TransportConfig mine = guest_transport(config, i);
        mine.tls = tls_.current();
        mine.counted_in = connections;
        // With port 0 the first listener chooses the port, and the others share it.
        if (i > 0) mine.port = loops_.front()->port();
        loops_.back()->listen(mine, loops_.back()->site());
    }
}

server::ServingLoop& GuestLoops::add_operator_loop() {
    const auto streams = std::make_shared<http::OpenStreams>(deps_.config.limits.stream_max);
    operator_ = make_loop("admin", server::LoopUse::kOperator, kOperatorIndex, streams,
                          operator_limits_, {});  // CORS is never enabled there.
    return *operator_;
}

std::vector<server::ServingLoop*> GuestLoops::all() {
    std::vector<server::ServingLoop*> all;
    for (const auto& loop : loops_)
        all.push_back(loop.get());
    if (operator_) all.push_back(operator_.get());
    return all;
}

void GuestLoops::start() {
    watch_files();
    for (server::ServingLoop* const loop : all())
        loop->start();
}

// A proxy that does not know of the stop yet is still served during the delay. Without guests'
// loops there is no proxy to wait for.
void GuestLoops::announce_stop() {
    for (server::ServingLoop* const loop : all())
        loop->announce_stop();
    const Duration delay = deps_.config.server.drain_delay;
    if (loops_.empty() || delay == Duration{0}) return;
    auto over = std::make_shared<std::promise<void>>();
    auto timer = std::make_shared<boost::asio::steady_timer>(first().io());
    first().post([over, timer, delay](server::ServingLoop&) {
        timer->expires_after(delay);
        timer->async_wait([over, timer](const boost::system::error_code&) { over->set_value(); });
    });
    // A stuck loop does not block the shutdown.
    over->get_future().wait_for(delay + std::chrono::seconds{1});
}

void GuestLoops::stop() {
    announce_stop();
    std::vector<std::future<void>> drained;
    for (server::ServingLoop* const loop : all()) {
        auto done = std::make_shared<std::promise<void>>();
        drained.push_back(done->get_future());
        loop->drain([done] { done->set_value(); });
    }
    for (const auto& one : drained)
        one.wait_for(deps_.config.server.drain_timeout + std::chrono::seconds{1});
    for (server::ServingLoop* const loop : all())
        loop->stop();
}

void GuestLoops::replace_keys(const std::shared_ptr<const token::Keys>& keys) {
    for (server::ServingLoop* const loop : all())
        loop->post([keys](server::ServingLoop& self) { self.context().keys = keys; });
}

// One event stream per guest: the loop that opened it last keeps it.
void GuestLoops::close_elsewhere(http::StreamHub::Key key, std::size_t index) {
    for (std::size_t i = 0; i < loops_.size(); ++i)
        if (i != index)
            loops_[i]->post([key](server::ServingLoop& loop) { loop.site().streams().close(key); });
}

// Other programs renew the site's keys and the certificate.
void GuestLoops::watch_files() {
    if (!site_.watches_file() && !tls_.current()) return;
    constexpr std::chrono::seconds kLookEvery{2};
    file_timer_.emplace(all().back()->io(), kLookEvery);
    file_timer_->async_wait([this](const boost::system::error_code& error) {
        if (error) return;
        if (site_.watches_file()) reload_site_keys();
        if (const auto tls = tls_.reload())
            for (const auto& loop : loops_)
                loop->post([tls](server::ServingLoop& self) { self.replace_tls(tls); });
        watch_files();
    });
}

void GuestLoops::reload_site_keys() {
    const auto keys = site_.reload();
    if (keys == nullptr) return;
    for (server::ServingLoop* const loop : all())
        loop->post([keys](server::ServingLoop& self) { self.site().replace_site_keys(keys); });
}

}  // namespace onsale::program
