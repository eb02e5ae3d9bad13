#include "adapter/server/loop/embedded_ports.hpp"

namespace onsale::server {

operate::Degraded degraded_by(embedded::Health health) {
    switch (health) {
        case embedded::Health::kOk:
            return operate::Degraded::kNo;
        case embedded::Health::kDiskFull:
            return operate::Degraded::kDiskFull;
        case embedded::Health::kFailed:
            return operate::Degraded::kStorageFailed;
    }
    return operate::Degraded::kNo;
}

bool never_woken(const sale::Facts&) {
    return false;
}

EmbeddedPorts::EmbeddedPorts(boost::asio::io_context& loop, LoopUse use, embedded::Writer& writer,
                             const embedded::Engine& engine, http::LoopViews& views)
    : engine_(engine),
      views_({views.line, views.sale, views.buying}, engine),
      port_(loop, writer,
            writer.subscribe(
                loop, [this](const embedded::Publication& publication) { apply(publication); },
                use == LoopUse::kGuests ? nullptr : never_woken)) {}

void EmbeddedPorts::tell(NewsReader& reader) {
    reader_ = &reader;
    reader.be_degraded(degraded_by(engine_.health()));
    reader.be_current(engine_.clock().now());
}

void EmbeddedPorts::apply(const embedded::Publication& publication) {
    const Instant now = publication.stamp.now;
    views_.apply(publication);
    reader_->hear(publication.facts, now);
    reader_->hear_sale(publication.facts, now);
    reader_->be_degraded(degraded_by(publication.health));
    reader_->be_current(now);
}

}  // namespace onsale::server
