#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/breath.hpp"
#include "base/bytes.hpp"
#include "base/time.hpp"
#include "sale/domain/fact.hpp"
#include "seat/domain/hall.hpp"

namespace onsale::sale {

// Performances with seats in one engine.
constexpr std::size_t kHallsMax = 1'000;

// One performance's seats, and whose they are to sell.
struct OpenHall {
    waiting_room::EventId event;
    std::string performance;
    std::shared_ptr<const seat::HallPlan> plan;
    seat::Hall seats;
};

// The halls of all performances: the sum of the facts about them.
// Thread safety: none; one owner.
class Halls {
  public:
    // `line_now`: the time of the event's line, in which holds are kept.
    void evolve(const fact::HallOpened& fact, Instant line_now);
    void evolve(const fact::HallChanged& fact, Instant line_now);

    const OpenHall* find(HallId hall) const;
    std::optional<HallId> find(waiting_room::EventId event, std::string_view performance) const;
    HallId next_id() const { return {static_cast<std::uint32_t>(halls_.size() + 1)}; }
    std::size_t size() const { return halls_.size(); }
    const std::vector<HallId>& of(waiting_room::EventId event) const;
    // Whether the event has seats and none is left or can come back.
    bool sold_out(waiting_room::EventId event) const;
    auto begin() const { return halls_.begin(); }
    auto end() const { return halls_.end(); }

    // The same state gives the same bytes.
    void save(ByteWriter& out, const Breath& breath = no_rest) const;
    // Not ok() in `in` when it cannot be read.
    static Halls load(ByteReader& in, const Breath& breath = no_rest);

  private:
    void add(OpenHall hall);

    std::map<HallId, OpenHall> halls_;
    std::map<std::pair<waiting_room::EventId, std::string>, HallId, std::less<>> by_key_;
    std::map<waiting_room::EventId, std::vector<HallId>> by_event_;
};

}  // namespace onsale::sale
