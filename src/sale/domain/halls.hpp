#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "base/time.hpp"
#include "base/yield_callback.hpp"
#include "sale/domain/fact.hpp"
#include "seat/domain/hall.hpp"

namespace onsale::sale {

// Maximum number of performances with seats in one engine.
constexpr std::size_t kHallsMax = 1'000;

// The seats of one performance and the event that sells them.
struct OpenHall {
    waiting_room::EventId event;
    std::string performance;
    std::shared_ptr<const seat::HallPlan> plan;
    seat::Hall seats;
};

// The halls of all performances. The state is fully determined by the facts about them.
// Thread safety: none; one owner.
class Halls {
  public:
    // `line_now`: the time of the event's line, which holds use.
    void evolve(const fact::HallOpened& fact, Instant line_now);
    void evolve(const fact::HallChanged& fact, Instant line_now);

    // For seats that are stored elsewhere: the seats of one hall, and all halls with nothing but
    // their plans and rules. REQUIRES: the hall exists.
    seat::Hall& seats(HallId hall) { return halls_.at(hall).seats; }
    void clear_seats();

    const OpenHall* find(HallId hall) const;
    std::optional<HallId> find(waiting_room::EventId event, std::string_view performance) const;
    HallId next_id() const { return {static_cast<std::uint32_t>(halls_.size() + 1)}; }
    std::size_t size() const { return halls_.size(); }
    const std::vector<HallId>& of(waiting_room::EventId event) const;
    // Whether the event has seats, but none is left or can become free.
    bool sold_out(waiting_room::EventId event) const;
    auto begin() const { return halls_.begin(); }
    auto end() const { return halls_.end(); }

    // The same state always gives the same bytes.
    void save(ByteWriter& out, const YieldCallback& yield = no_yield) const;
    // On invalid input `in` is not ok().
    static Halls load(ByteReader& in, const YieldCallback& yield = no_yield);

  private:
    void add(OpenHall hall);

    std::map<HallId, OpenHall> halls_;
    std::map<std::pair<waiting_room::EventId, std::string>, HallId, std::less<>> by_key_;
    std::map<waiting_room::EventId, std::vector<HallId>> by_event_;
};

}  // namespace onsale::sale
