// The cost of reading the largest hall, for Redis and for the loop.
#include <cstdio>
#include <string>

#include "seat/codec/made_hall.hpp"
#include "tests/redis/hall/hall_site.hpp"

namespace onsale::redis {
namespace {

class LargeHall : public HallSite {
  protected:
    LargeHall() : HallSite{seat::make_hall(seat::HallKind::kStadium)} {}

    // Every seat is held, four by each guest. This is the largest possible amount of data.
    std::string full_map() const {
        std::string map;
        ByteWriter out{map};
        for (std::uint32_t i = 0; i < hall_node.hall()->seating().size(); ++i) {
            const GuestId holder = guest(1 + i / 4);
            out.fixed(static_cast<std::uint8_t>(SeatState::kHeld));
            out.fixed(std::uint64_t{1'800'000'000'000});
            out.bytes(holder.bytes.data(), holder.bytes.size());
        }
        return map;
    }

    // Includes commands inside scripts.
    std::uint64_t commands_so_far() const {
        return std::stoull(server.info("total_commands_processed"));
    }
};

TEST_F(LargeHall, IsReadByFewCommands) {
    const std::string map = full_map();
    (void)server.command({"SET", "map:{1}:fri", map});
    (void)server.command({"CONFIG", "SET", "slowlog-log-slower-than", "0"});
    (void)server.command({"SLOWLOG", "RESET"});
    const auto shelf = std::make_shared<PlanShelf>();
    const auto time_of_a_start = [&] {
        const auto began = std::chrono::steady_clock::now();
        HallNode late{loop, config(), 1, {.plans = shelf}};
        run_until([&] { return late.sale_feed.is_loaded(kEvent); });
        EXPECT_EQ(late.hall()->map().counts()[SeatState::kHeld], 50'000u);
        return std::chrono::duration<double, std::milli>{std::chrono::steady_clock::now() - began}
            .count();
    };
    const double first = time_of_a_start();
    const std::uint64_t before = commands_so_far();
    const double again = time_of_a_start();
    const std::uint64_t commands = commands_so_far() - before;
    std::int64_t longest = 0;
    for (const Reply& row : server.command({"SLOWLOG", "GET", "128"}).items)
        if (row.items[3].items.size() > 2 && row.items[3].items[0].text == "EVALSHA")
            longest = std::max(longest, row.items[2].integer);
    std::printf(
        "50,000 seats: %zu bytes, Redis at most %.1f ms, a start anew %.0f ms, with the plan "
        "known %.0f ms and %llu commands\n",
        map.size(), static_cast<double>(longest) / 1000, first, again,
        static_cast<unsigned long long>(commands));
    EXPECT_LT(commands, 500u) << "Not one for every seat, nor for every guest.";
}

}  // namespace
}  // namespace onsale::redis
