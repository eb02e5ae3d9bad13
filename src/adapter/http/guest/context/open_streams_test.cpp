#include "adapter/http/guest/context/open_streams.hpp"

#include <array>
#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "adapter/http/guest/queue/stream_hub.hpp"

namespace onsale::http {
namespace {

StreamKey guest(std::uint32_t number) {
    return {waiting_room::EventId{1}, waiting_room::Number{number}};
}

TEST(OpenStreams, HaveOneCapForAllLoops) {
    const auto all = std::make_shared<OpenStreams>(2);
    StreamHub first{all};
    StreamHub second{all};
    first.open(guest(1), {}, EventStream{nullptr}, *first.room_for(guest(1)));
    second.open(guest(2), {}, EventStream{nullptr}, *second.room_for(guest(2)));
    EXPECT_FALSE(first.room_for(guest(3)));
    EXPECT_FALSE(second.room_for(guest(3)));
    second.close(guest(2));
    EXPECT_TRUE(first.room_for(guest(3)));
}

TEST(OpenStreams, AGuestsOwnRenewalNeedsNoMoreRoom) {
    const auto all = std::make_shared<OpenStreams>(1);
    StreamHub first{all};
    StreamHub second{all};
    first.open(guest(1), {}, EventStream{nullptr}, *first.room_for(guest(1)));
    first.open(guest(1), {}, EventStream{nullptr}, *first.room_for(guest(1)));
    second.open(guest(1), {}, EventStream{nullptr}, *second.room_for(guest(1)));
    first.close(guest(1));
    EXPECT_FALSE(second.room_for(guest(2))) << "the newer one is still open";
    second.close(guest(1));
    EXPECT_TRUE(second.room_for(guest(2)));
}

TEST(OpenStreams, RoomThatIsNotUsedIsGivenBack) {
    const auto all = std::make_shared<OpenStreams>(1);
    {
        const auto room = all->enter(guest(1));
        EXPECT_FALSE(all->enter(guest(2)));
    }
    EXPECT_TRUE(all->enter(guest(2)));
}

TEST(OpenStreams, ManyLoopsAtOnceNeverExceedTheCap) {
    constexpr std::size_t kCap = 5;
    constexpr std::uint32_t kEach = 200;
    const auto all = std::make_shared<OpenStreams>(kCap);
    std::atomic<std::size_t> inside{0};
    std::atomic<std::size_t> most{0};
    const auto come_and_go = [&](std::uint32_t first) {
        for (std::uint32_t i = 0; i < kEach; ++i) {
            const auto room = all->enter(guest(first + i));
            if (!room) continue;
            const std::size_t now = ++inside;
            std::size_t seen = most;
            while (seen < now && !most.compare_exchange_weak(seen, now)) {
            }
            --inside;
        }
    };
    {
        std::vector<std::jthread> loops;
        for (std::uint32_t loop = 0; loop < 8; ++loop)
            loops.emplace_back(come_and_go, 1 + loop * kEach);
    }
    EXPECT_LE(most, kCap);
    EXPECT_GT(most, 0u);
}

}  // namespace
}  // namespace onsale::http
