#include "program/serve/serve_guests.hpp"

#include <algorithm>
#include <thread>

#include "adapter/http/transport/socket/listening_socket.hpp"
#include "adapter/http/transport/socket/open_connections.hpp"
#include "adapter/server/loop/stop_loops.hpp"
#include "program/serve/serve_transport.hpp"

namespace onsale::program {

GuestLoops::GuestLoops(Deps deps)
    : deps_(std::move(deps)),
      site_(site_token_rules(deps_.config.identity),
            {deps_.config.identity.site_jwt_secret_file, deps_.config.identity.site_jwks_file}),
      tls_(deps_.config.server.tls_certificate, deps_.config.server.tls_key),
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
    std::vector<server::ServingLoop*> guests = all();
    guests.pop_back();
    renewed_files_.emplace(server::RenewedFiles::Deps{site_, tls_, std::move(guests), *operator_});
    for (server::ServingLoop* const loop : all())
        loop->start();
}

// Without guests' loops there is no load balancer to wait for.
void GuestLoops::stop() {
    const ServerConfig& config = deps_.config.server;
    server::stop_loops(all(), {.announced = loops_.empty() ? Duration{0} : config.drain_delay,
                               .drained = config.drain_timeout});
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

}  // namespace onsale::program
