#include "adapter/embedded/outbox/courier.hpp"

#include <utility>

namespace onsale::embedded {

Courier::Courier(const Storage& storage, Writer& writer,
                 std::vector<std::shared_ptr<Consumer>> consumers, CourierConfig config,
                 Delivery::Report report)
    : writer_(writer),
      config_(config),
      report_(std::move(report)),
      delivery_(storage, std::move(consumers), report_),
      thread_("courier", config.look_every) {
    note_figures();
}

bool Courier::do_work(std::function<void(Delivery&)> work) {
    return thread_.do_work([this, work = std::move(work)] {
        work(delivery_);
        note_figures();
    });
}

std::uint64_t Courier::behind() const {
    const std::uint64_t cursor = cursor_;
    const std::uint64_t last = writer_.figures().messages;
    return last > cursor ? last - cursor : 0;
}

void Courier::look_around() {
    try {
        deliver();
        prune();
    } catch (const Stopped&) {
        // The transaction is rolled back and repeated after the next start.
    } catch (const std::exception& error) {
        report_(error.what());
    }
}

void Courier::deliver() {
    thread_.begin();
    while (behind() > 0 || delivery_.rebuilding()) {
        const bool more = delivery_.step([this] { rest(); });
        note_figures();
        if (!more) return;
        rest();
    }
}

// Pruning is a commit on the writer's thread, so it is done rarely and in pieces.
void Courier::prune() {
    if (std::chrono::steady_clock::now() < prune_at_) return;
    prune_at_ = std::chrono::steady_clock::now() + config_.prune_every;
    const std::uint64_t up_to = delivery_.prunable(config_.retention);
    if (up_to != 0)
        writer_.run_between_batches([up_to](Engine& engine) { engine.prune_outbox(up_to); });
}

void Courier::rest() {
    if (thread_.rest() && thread_.is_stopping()) throw Stopped{};
}

void Courier::note_figures() {
    cursor_ = delivery_.cursor();
    dead_letters_ = delivery_.dead_letters();
    rebuilding_ = delivery_.rebuilding();
}

}  // namespace onsale::embedded
