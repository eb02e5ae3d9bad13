#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

#include "adapter/redis/call/script_caller.hpp"
#include "adapter/redis/hall/free_view.hpp"
#include "adapter/redis/hall/sale_feed.hpp"
#include "adapter/redis/script/hall_args.hpp"
#include "sale/port/seat_holds.hpp"
#include "waiting_room/domain/room_view.hpp"

namespace onsale::redis {

using Random = std::function<std::uint64_t()>;  // Uniform, and nobody can guess it.

struct HoldsConfig {
    // Of every call, until the own view shows it.
    std::chrono::milliseconds timeout{1000};
    int best_tries = 5;  // So often others may be quicker.
};

// The port on Redis: the node checks what only the plan and the operator's switches know, the
// script decides, and the caller is answered when the own view shows what it did.
// Thread safety: none; everything on one loop. REQUIRES: outlives its calls.
class RedisHolds : public sale::SeatHolds {
  public:
    struct Parts {
        LineCaller& caller;
        SaleFeed& feed;
        const waiting_room::RoomView& room;
        const sale::SaleView& sale;
        Random random;
    };
    RedisHolds(Parts parts, HoldsConfig config) : parts_(std::move(parts)), config_(config) {}

    boost::asio::awaitable<sale::HoldOutcome> select(sale::command::SelectSeats select) override;
    boost::asio::awaitable<sale::HoldOutcome> select_best(
        sale::command::SelectBest select) override;
    boost::asio::awaitable<sale::ReleaseOutcome> release(
        sale::command::ReleaseSeats release) override;

  private:
    // What the views know of where the buyer is; both stay.
    struct Scene {
        const waiting_room::LineView& line;
        sale::HallId id;
        const sale::HallView& hall;
    };
    using Choice = Result<seat::Seats, sale::HoldRefusal>;

    Result<Scene, sale::HoldRefusal> find(const sale::Buyer& buyer) const;
    HoldLimits limits(const Scene& scene, const seat::Seats& seats) const;
    seat::Seats in_stopped_sections(const sale::HallView& hall, const seat::Seats& seats) const;
    // Suspends. Exactly these seats. REQUIRES: one at least, sorted, each once, all of this hall.
    boost::asio::awaitable<sale::HoldOutcome> hold(Scene scene, sale::Buyer buyer,
                                                   seat::Seats seats, Deadline deadline);
    sale::HoldRefusal explain(const Scene& scene, const LineAnswer& answer,
                              const seat::Seats& seats);
    seat::Wish wish_now(const Scene& scene, const sale::command::SelectBest& select) const;
    // The best seats, or after so many tries some a little behind them: whoever chooses at the same
    // time on other loops would lose the same race again.
    Choice choose(const Scene& scene, const GuestId& guest, const seat::Wish& wish,
                  const seat::Seats& avoid, int tries);

    Parts parts_;
    HoldsConfig config_;
    FreeViews free_;
};

}  // namespace onsale::redis
