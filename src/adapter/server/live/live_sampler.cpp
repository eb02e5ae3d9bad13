#include "adapter/server/live/live_sampler.hpp"

#include <algorithm>

#include <boost/asio/post.hpp>

namespace onsale::server {
namespace {

using SteadyTime = std::chrono::steady_clock::time_point;
using std::chrono::microseconds;

}  // namespace

// The loops' answers so far. Used only on the admin loop.
struct LiveSampler::Gathering {
    http::ServerTotals totals;
    std::size_t missing = 0;
};

LiveSampler::LiveSampler(Deps deps)
    : deps_(std::move(deps)), admin_(*deps_.loops.back()), timer_(admin_.io()) {}

void LiveSampler::start() {
    const http::LoopContext& context = admin_.context();
    deps_.log.load(deps_.history, context.clock.now());
    deps_.history.begin(context.live_source(), context.clock.now());
    wait();
}

void LiveSampler::wait() {
    constexpr Duration kSecond = std::chrono::seconds{1};
    const Duration into_second = admin_.context().clock.now().time_since_epoch() % kSecond;
    timer_.expires_after(kSecond - into_second);
    timer_.async_wait([this](const boost::system::error_code& error) {
        if (!error) gather();
    });
}

// Uses plain posts instead of a coroutine: a loop that stops with a question in its queue only
// drops it.
void LiveSampler::gather() {
    const auto gathering = std::make_shared<Gathering>();
    gathering->missing = deps_.loops.size();
    const SteadyTime asked = std::chrono::steady_clock::now();
    for (ServingLoop* const loop : deps_.loops)
        loop->post([this, gathering, asked](ServingLoop& self) {
            const auto lag =
                std::chrono::duration_cast<microseconds>(std::chrono::steady_clock::now() - asked);
            auto totals = http::totals_of(self.metrics());
            boost::asio::post(admin_.io(), [this, gathering, lag, totals = std::move(totals)] {
                gathering->totals.loops.merge(totals);
                gathering->totals.loop_lag = std::max(gathering->totals.loop_lag, lag);
                if (--gathering->missing == 0) finish(*gathering);
            });
        });
}

void LiveSampler::finish(const Gathering& gathering) {
    http::ServerTotals totals = gathering.totals;
    if (deps_.cluster != nullptr) totals.loops.merge(deps_.cluster->counted());
    const embedded::WriterFigures& figures = deps_.writer.figures();
    totals.batches = figures.batches;
    totals.commit_us = figures.commit_us_total;
    totals.queue_depth = deps_.writer.queue_depth();
    const http::LoopContext& context = admin_.context();
    const Instant now = context.clock.now();
    deps_.history.sample(context.live_source(), totals, now);
    deps_.log.save(deps_.history, now);
    wait();
}

}  // namespace onsale::server
