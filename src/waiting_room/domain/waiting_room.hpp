#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/bytes.hpp"
#include "base/yield_callback.hpp"
#include "waiting_room/domain/fact.hpp"
#include "waiting_room/domain/line/line.hpp"

namespace onsale::waiting_room {

constexpr std::size_t kEventsMax = 10'000;

// All events with their lines: the complete state of the writer.
// Thread safety: none; one owner.
class WaitingRoom {
  public:
    void evolve(const Fact& fact, Instant now);

    Line* find(EventId event);
    const Line* find(EventId event) const;
    const Line* find(std::string_view key) const;
    EventId next_id() const { return {next_}; }
    std::size_t size() const { return lines_.size(); }
    auto begin() const { return lines_.begin(); }
    auto end() const { return lines_.end(); }

    // The same state always gives the same bytes.
    void save(ByteWriter& out, const YieldCallback& yield = no_yield) const;
    static std::unique_ptr<WaitingRoom> load(ByteReader& in, const YieldCallback& yield = no_yield);

  private:
    std::map<EventId, std::unique_ptr<Line>> lines_;
    std::unordered_map<std::string, EventId> by_key_;
    std::uint32_t next_ = 1;
};

}  // namespace onsale::waiting_room
