#include "adapter/http/transport/socket/deadline_wheel.hpp"

#include <memory>
#include <optional>

#include <gtest/gtest.h>

namespace onsale::http {
namespace {

using namespace std::chrono_literals;

struct Recorder final : DeadlineWheel::Holder {
    void on_deadline(Duration now) override { fired = now; }
    std::optional<Duration> fired;
};

// The time at which the holder fires when sweeping every 500 ms.
std::optional<Duration> fires_at(DeadlineWheel& wheel, Recorder& holder, Duration from,
                                 Duration to) {
    for (Duration now = from; now <= to; now += 500ms) {
        wheel.sweep(now);
        if (holder.fired) return now;
    }
    return std::nullopt;
}

TEST(DeadlineWheel, FiresWithinATickAndNotEarly) {
    for (const Duration due : {1ms, 499ms, 500ms, 501ms, 10'000ms, 75'000ms, 400'000ms}) {
        DeadlineWheel wheel{0ms};
        Recorder holder;
        wheel.set(holder, due);
        const auto fired = fires_at(wheel, holder, 0ms, 500'000ms);
        ASSERT_TRUE(fired) << due.count();
        EXPECT_GE(*fired, due);
        EXPECT_LE(*fired, due + 500ms);
    }
}

TEST(DeadlineWheel, ALaterDeadlineReplacesTheEarlier) {
    DeadlineWheel wheel{0ms};
    Recorder holder;
    wheel.set(holder, 1000ms);
    wheel.set(holder, 5000ms);
    EXPECT_EQ(fires_at(wheel, holder, 0ms, 10'000ms), 5500ms);
}

TEST(DeadlineWheel, AnEarlierDeadlineReplacesTheLater) {
    DeadlineWheel wheel{0ms};
    Recorder holder;
    wheel.set(holder, 75'000ms);
    wheel.set(holder, 1000ms);
    EXPECT_EQ(fires_at(wheel, holder, 0ms, 10'000ms), 1500ms);
}

TEST(DeadlineWheel, NeverAndRemovedDoNotFire) {
    DeadlineWheel wheel{0ms};
    Recorder never;
    Recorder removed;
    wheel.set(never, 1000ms);
    wheel.set(never, DeadlineWheel::kNever);
    wheel.set(removed, 1000ms);
    DeadlineWheel::remove(removed);
    EXPECT_FALSE(fires_at(wheel, never, 0ms, 200'000ms));
    EXPECT_FALSE(removed.fired);
}

TEST(DeadlineWheel, ALongPauseMissesNobody) {
    DeadlineWheel wheel{0ms};
    Recorder soon;
    Recorder later;
    wheel.set(soon, 1000ms);
    wheel.set(later, 100'000ms);
    wheel.sweep(1'000'000ms);
    EXPECT_TRUE(soon.fired && later.fired);
}

TEST(DeadlineWheel, AHolderMayDieInAnothersCall) {
    struct Killer final : DeadlineWheel::Holder {
        void on_deadline(Duration) override { victim.reset(); }
        std::unique_ptr<Recorder> victim = std::make_unique<Recorder>();
    };
    DeadlineWheel wheel{0ms};
    Killer killer;
    wheel.set(killer, 1000ms);
    wheel.set(*killer.victim, 1000ms);
    wheel.sweep(2000ms);
    EXPECT_FALSE(killer.victim);
}

}  // namespace
}  // namespace onsale::http
