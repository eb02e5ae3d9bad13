#include "adapter/embedded/outbox/courier.hpp"

#include <pthread.h>

#include "runtime/scheduling.hpp"

namespace onsale::embedded {
namespace {

constexpr std::size_t kWorkMax = 16;

// Same as in the housekeeper: even the lowest priority disturbs caches and takes idle time.
constexpr std::chrono::milliseconds kWorkAtATime{1};
constexpr std::chrono::milliseconds kRest{3};

}  // namespace

Courier::Courier(const Storage& storage, Writer& writer,
                 std::vector<std::shared_ptr<Consumer>> consumers, CourierConfig config,
                 Delivery::Report report)
    : writer_(writer),
      config_(config),
      report_(std::move(report)),
      delivery_(storage, std::move(consumers), report_) {
    note_figures();
}

void Courier::start() {
    thread_ = std::thread{[this] {
        pthread_setname_np(pthread_self(), "courier");
        runtime::run_when_idle();
        run();
    }};
}

void Courier::stop() {
    {
        const std::lock_guard lock{mutex_};
        stopping_ = true;
    }
    wake_.notify_one();
    if (thread_.joinable()) thread_.join();
    // Destroys work that was not started, and so releases its waiters, while their loops still
    // exist.
    const std::lock_guard lock{mutex_};
    work_.clear();
}

bool Courier::do_work(std::function<void(Delivery&)> work) {
    {
        const std::lock_guard lock{mutex_};
        if (stopping_ || work_.size() >= kWorkMax) return false;
        work_.push_back(std::move(work));
    }
    wake_.notify_one();
    return true;
}

std::uint64_t Courier::behind() const {
    const std::uint64_t cursor = cursor_;
    const std::uint64_t last = writer_.figures().messages;
    return last > cursor ? last - cursor : 0;
}

void Courier::run() {
    for (;;) {
        std::vector<std::function<void(Delivery&)>> work;
        {
            std::unique_lock lock{mutex_};
            wake_.wait_for(lock, config_.look_every,
                           [this] { return stopping_ || !work_.empty(); });
            if (stopping_) return;
            work.swap(work_);
        }
        for (const auto& one : work)
            one(delivery_);
        if (!work.empty()) note_figures();
        look_around();
    }
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
    rested_at_ = std::chrono::steady_clock::now();
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
    runtime::give_way_to_guests();
    if (std::chrono::steady_clock::now() - rested_at_ < kWorkAtATime) return;
    std::unique_lock lock{mutex_};
    wake_.wait_for(lock, kRest, [this] { return stopping_; });
    if (stopping_) throw Stopped{};
    rested_at_ = std::chrono::steady_clock::now();
}

void Courier::note_figures() {
    cursor_ = delivery_.cursor();
    dead_letters_ = delivery_.dead_letters();
    rebuilding_ = delivery_.rebuilding();
}

}  // namespace onsale::embedded
