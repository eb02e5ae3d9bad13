#include "program/serve/embedded_ports.hpp"

namespace onsale::program {

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

bool never_woken(const sale::Facts&) {
    return false;
}

EmbeddedPorts::EmbeddedPorts(boost::asio::io_context& loop, LoopUse use, embedded::Writer& writer,
                             const embedded::Engine& engine, http::LoopViews& views)
    : engine_(engine),
      views_(views),
      port_(loop, writer,
            writer.subscribe(
                loop, [this](const embedded::Publication& publication) { apply(publication); },
                use == LoopUse::kGuests ? nullptr : never_woken)) {
    views_.line = waiting_room::RoomView{engine.room()};
    views_.sale = sale::SaleView{engine.state()};
    views_.buying = sale::BuyingCounts{engine.state()};
}

void EmbeddedPorts::tell(NewsReader& reader) {
    reader_ = &reader;
    reader.be_degraded(degraded_by(engine_.health()));
    reader.be_current(engine_.clock().now());
}

void EmbeddedPorts::apply(const embedded::Publication& publication) {
    const Instant now = publication.stamp.now;
    for (const sale::Fact& fact : publication.facts) {
        if (const auto* const of_line = std::get_if<waiting_room::Fact>(&fact))
            views_.line.apply(*of_line, now);
        views_.sale.apply(fact);
        views_.buying.apply(fact);
    }
    reader_->hear(publication.facts, now);
    reader_->hear_sale(publication.facts, now);
    reader_->be_degraded(degraded_by(publication.health));
    reader_->be_current(now);
}

}  // namespace onsale::program
