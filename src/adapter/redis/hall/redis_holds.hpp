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

using Random = std::function<std::uint64_t()>;  // Uniform and unpredictable.

struct HoldsConfig {
    // Timeout of a call, including the wait until our own view shows the result.
    std::chrono::milliseconds timeout{1000};
    // Tries of one call; a try fails when another guest takes the same seats first.
    int best_tries = 5;
};

// SeatHolds on Redis. The node checks what only the plan and the operator's switches know, and the
// script decides. The caller is answered when our own view shows the result.
// Thread safety: none; used on one loop only.
// REQUIRES: outlives its calls.
class RedisHolds : public sale::SeatHolds {
  public:
    struct Deps {
        ScriptCaller& caller;
        SaleFeed& feed;
        const waiting_room::RoomView& room;
        const sale::SaleView& sale;
        Random random;
    };
    RedisHolds(Deps deps, HoldsConfig config) : deps_(std::move(deps)), config_(config) {}

    Call<sale::command::SelectSeats> call(sale::command::SelectSeats select) override;
    Call<sale::command::SelectBest> call(sale::command::SelectBest select) override;
    Call<sale::command::ReleaseSeats> call(sale::command::ReleaseSeats release) override;

  private:
    // The views of the buyer's line and hall. Both outlive the call.
    struct SaleTarget {
        const waiting_room::LineView& line;
        sale::HallId id;
        const sale::HallView& hall;
    };
    using Choice = Result<seat::Seats, sale::HoldRefusal>;

    Result<SaleTarget, sale::HoldRefusal> find(const sale::Buyer& buyer) const;
    HoldLimits limits(const SaleTarget& target, const seat::Seats& seats) const;
    seat::Seats in_stopped_sections(const sale::HallView& hall, const seat::Seats& seats) const;
    // Suspends. Holds exactly these seats.
    // REQUIRES: at least one seat, sorted, without duplicates, all of this hall.
    boost::asio::awaitable<sale::HoldOutcome> hold(SaleTarget target, sale::Buyer buyer,
                                                   seat::Seats seats, Deadline deadline);
    sale::HoldRefusal explain(const SaleTarget& target, const LineAnswer& answer,
                              const seat::Seats& seats);
    seat::Wish wish_now(const SaleTarget& target, const sale::command::SelectBest& select) const;
    // The best seats. After failed tries, seats slightly behind them: callers on other loops that
    // choose at the same time would otherwise collide again.
    Choice choose(const SaleTarget& target, const GuestId& guest, const seat::Wish& wish,
                  const seat::Seats& avoid, int tries);

    Deps deps_;
    HoldsConfig config_;
    FreeViews free_;
};

}  // namespace onsale::redis
