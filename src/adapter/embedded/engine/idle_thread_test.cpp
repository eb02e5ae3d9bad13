#include "adapter/embedded/engine/idle_thread.hpp"

#include <future>
#include <memory>

#include <gtest/gtest.h>

namespace onsale::embedded {
namespace {

using namespace std::chrono_literals;

// Nothing but work wakes a thread that looks around once an hour.
TEST(IdleThread, RunsWorkAndThenLooksAround) {
    IdleThread thread{"idle", 1h};
    std::promise<bool> looked;
    bool worked = false;
    thread.start([&] { looked.set_value(worked); });
    EXPECT_TRUE(thread.do_work([&] { worked = true; }));
    EXPECT_TRUE(looked.get_future().get());
    thread.stop();
}

TEST(IdleThread, TakesOnlySoMuchWork) {
    IdleThread thread{"idle", 1h};
    for (int i = 0; i < 16; ++i)
        EXPECT_TRUE(thread.do_work([] {}));
    EXPECT_FALSE(thread.do_work([] {}));
}

TEST(IdleThread, DropsWorkThatWasNotStarted) {
    IdleThread thread{"idle", 1h};
    auto waiter = std::make_shared<bool>(false);
    const std::weak_ptr<bool> kept = waiter;
    EXPECT_TRUE(thread.do_work([waiter = std::move(waiter)] { *waiter = true; }));
    EXPECT_FALSE(kept.expired());
    thread.stop();
    EXPECT_TRUE(kept.expired());
    EXPECT_FALSE(thread.do_work([] {}));
}

TEST(IdleThread, RestsDuringAPieceOfWorkUntilItStops) {
    IdleThread thread{"idle", 1h};
    std::promise<void> begun;
    bool was_stopped = false;
    thread.start([] {});
    EXPECT_TRUE(thread.do_work([&] {
        begun.set_value();
        thread.begin();
        while (!thread.rest() || !thread.is_stopping())
            continue;
        was_stopped = true;
    }));
    begun.get_future().wait();
    thread.stop();
    EXPECT_TRUE(was_stopped);
}

}  // namespace
}  // namespace onsale::embedded
