#include "main/serve_loop.hpp"

#include <boost/asio/post.hpp>

namespace onsale {
namespace {

http::Degraded degraded_by(embedded::Health health) {
    switch (health) {
        case embedded::Health::kOk:
            return http::Degraded::kNo;
        case embedded::Health::kDiskFull:
            return http::Degraded::kDiskFull;
        case embedded::Health::kFailed:
            return http::Degraded::kStorageFailed;
    }
    return http::Degraded::kNo;
}

bool never(const sale::Facts&) {
    return false;
}

}  // namespace

void ServingLoop::WellRead::handle(const http::Request& request, http::Reply& reply) {
    loop_.catch_up();
    handler_.handle(request, reply);
}

ServingLoop::ServingLoop(const std::string& name, LoopUse use, const LoopParts& parts,
                         http::GuestSiteConfig site,
                         std::function<void(http::StreamHub::Key)> announce_stream)
    : loop_(name),
      use_(use),
      time_(parts.time),
      port_(loop_.context(), parts.writer,
            parts.writer.subscribe(
                loop_.context(),
                [this](const embedded::Publication& publication) { apply(publication); },
                use == LoopUse::kGuests ? nullptr : never)),
      lines_(port_),
      office_(port_),
      holds_(port_),
      orders_(port_),
      sale_office_(port_),
      demo_gateway_(loop_.context(), parts.payments.demo(), parts.time),
      demo_desk_(parts.payments.demo(), parts.time),
      context_{.loop = loop_.context(),
               .clock = parts.engine.clock(),
               .view = waiting_room::RoomView{parts.engine.room()},
               .lines = lines_,
               .office = office_,
               .keys = parts.keys,
               .degraded = degraded_by(parts.engine.health()),
               .last_news = parts.engine.clock().now(),
               .log = http::RequestLog{parts.log},
               .sale = sale::SaleView{parts.engine.state()},
               .buying = sale::BuyingCounts{parts.engine.state()},
               .holds = &holds_,
               .orders = &orders_,
               .sale_office = &sale_office_,
               .providers = {{kDemoPay, "demo", &demo_gateway_, true}},
               .demo_desk = &demo_desk_},
      site_(context_, std::move(site), parts.limits, metrics_, std::move(announce_stream)) {}

void ServingLoop::watch_sale(const sale::State& state) {
    context_.figures = sale::SaleFigures{state};
    watches_sale_ = true;
}

void ServingLoop::apply(const embedded::Publication& publication) {
    context_.degraded = degraded_by(publication.health);
    context_.last_news = publication.stamp.now;
    for (const sale::Fact& fact : publication.facts) {
        if (const auto* const of_line = std::get_if<waiting_room::Fact>(&fact))
            apply(*of_line, publication.stamp.now);
        context_.sale.apply(fact);
        context_.buying.apply(fact);
        if (watches_sale_) context_.figures.apply(fact, publication.stamp.now);
    }
}

void ServingLoop::apply(const waiting_room::Fact& fact, Instant now) {
    if (const auto* const admitted = std::get_if<waiting_room::fact::Admitted>(&fact.body)) {
        const Duration waited = context_.view.find(fact.event)->waited(admitted->number, now);
        metrics_.wait_ms.record(static_cast<std::uint64_t>(waited.count()));
    }
    context_.view.apply(fact, now);
}

void ServingLoop::listen(const http::TransportConfig& transport, http::Handler& handler) {
    http::Handler* served = &handler;
    if (use_ == LoopUse::kOperator)
        served = handlers_.emplace_back(std::make_unique<WellRead>(*this, handler)).get();
    listeners_.push_back(
        std::make_unique<http::Listener>(loop_.context(), transport, *served, counters_, time_));
}

void ServingLoop::replace_tls(const std::shared_ptr<const http::TlsContext>& tls) {
    for (const auto& listener : listeners_)
        listener->replace_tls(tls);
}

void ServingLoop::start() {
    for (const auto& listener : listeners_)
        listener->start();
    site_.start();
    loop_.start();
}

void ServingLoop::post(std::function<void(ServingLoop&)> work) {
    boost::asio::post(loop_.context(), [this, work = std::move(work)] {
        catch_up();
        work(*this);
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

}  // namespace onsale
