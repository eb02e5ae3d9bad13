#include "adapter/server/loop/serving_loop.hpp"

#include <utility>

#include <boost/asio/post.hpp>

#include "adapter/http/api/context/catch_up_handler.hpp"

namespace onsale::server {

ServingLoop::ServingLoop(const std::string& name, LoopUse use, const LoopDeps& deps,
                         http::GuestSiteConfig site,
                         std::function<void(http::StreamHub::Key)> announce_stream)
    : loop_(name),
      use_(use),
      time_(deps.time),
      ports_(deps.connect(loop_.context(), use, views_)),
      context_{.loop = loop_.context(),
               .clock = ports_->clock(),
               .view = views_.line,
               .sale = views_.sale,
               .buying = views_.buying,
               .lines = ports_->lines(),
               .office = ports_->office(),
               .keys = deps.keys,
               .log = http::RequestLog{deps.log},
               .holds = ports_->holds(),
               .orders = ports_->orders(),
               .sale_office = ports_->sale_office()},
      site_(context_, std::move(site), deps.limits, metrics_, std::move(announce_stream)) {
    // A queue process serves the pages of payments too, but only the payment process is configured
    // with providers. So without providers of its own it allows all that there are.
    context_.form_origins = form_origins(gateway::known_providers());
    if (deps.payments != nullptr) offer_payments(*deps.payments);
    ports_->describe(context_);
    ports_->tell(*this);
}

void ServingLoop::offer_payments(const Payments& payments) {
    providers_.emplace(loop_.context(), payments, time_);
    context_.providers = providers_->list();
    context_.form_origins = form_origins(context_.providers);
    context_.hosted_page = providers_->page();
}

void ServingLoop::watch_sale(const sale::State& state) {
    context_.figures = sale::SaleFigures{state};
    watches_sale_ = true;
}

void ServingLoop::hear(const sale::Facts& facts, Instant now) {
    for (const sale::Fact& fact : facts) {
        const auto* const of_line = std::get_if<waiting_room::Fact>(&fact);
        if (of_line == nullptr) continue;
        const auto* const admitted = std::get_if<waiting_room::fact::Admitted>(&of_line->body);
        if (admitted == nullptr) continue;
        const Duration waited = views_.line.find(of_line->event)->waited(admitted->number, now);
        metrics_.wait_ms.record(static_cast<std::uint64_t>(waited.count()));
    }
}

void ServingLoop::hear_sale(const sale::Facts& facts, Instant now) {
    if (!watches_sale_) return;
    for (const sale::Fact& fact : facts)
        context_.figures.apply(fact, now);
}

void ServingLoop::listen(const http::TransportConfig& transport, http::Handler& handler,
                         bool at_once) {
    http::Handler* served = &handler;
    if (use_ == LoopUse::kOperator)
        served = handlers_
                     .emplace_back(std::make_unique<http::CatchUpHandler>(
                         [this] { ports_->catch_up(); }, handler))
                     .get();
    listeners_.push_back(std::make_unique<http::Listener>(loop_.context(), transport, *served,
                                                          metrics_.counters, time_));
    if (at_once)
        listeners_.back()->start();
    else
        waiting_listeners_.push_back(listeners_.back().get());
}

void ServingLoop::replace_tls(const std::shared_ptr<const http::TlsContext>& tls) {
    for (const auto& listener : listeners_)
        listener->replace_tls(tls);
}

void ServingLoop::start() {
    ports_->when_ready([this] {
        for (http::Listener* const listener : std::exchange(waiting_listeners_, {}))
            listener->start();
    });
    site_.start();
    loop_.start();
}

void ServingLoop::post(std::function<void(ServingLoop&)> work) {
    boost::asio::post(loop_.context(), [this, work = std::move(work)] {
        ports_->catch_up();
        work(*this);
    });
}

void ServingLoop::announce_stop() {
    post([](ServingLoop& self) {
        self.context_.stopping = true;
        for (const auto& listener : self.listeners_)
            listener->close_after_answers();
    });
}

void ServingLoop::drain(std::function<void()> on_done) {
    post([on_done = std::move(on_done)](ServingLoop& self) {
        self.context_.stopping = true;
        self.draining_ = self.listeners_.size();
        for (const auto& listener : self.listeners_)
            listener->drain([&self, on_done] {
                if (--self.draining_ == 0) on_done();
            });
    });
}

void ServingLoop::stop() {
    loop_.stop();
    loop_.join();
}

}  // namespace onsale::server
