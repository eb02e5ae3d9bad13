#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "seat/domain/fact.hpp"
#include "seat/domain/seat_state.hpp"
#include "seat/domain/seating.hpp"

namespace onsale::seat {

// The public part of a hall: the state of each seat, the number of seats per state, and the changes
// since a version. The writer's hall contains one, and a loop's view is one that gets the same
// facts.
class SeatMap {
  public:
    explicit SeatMap(std::shared_ptr<const Seating> seating);

    // Applies only the state changes of a fact. The hall tracks ownership.
    void apply(const HallFact& fact);
    void set(SeatIndex seat, SeatState to);
    // Sets the number of changes after a snapshot was loaded. The changes themselves are not known.
    void restore_version(std::uint64_t version);

    const Seating& seating() const { return *seating_; }
    SeatState state(SeatIndex seat) const { return states_[seat.value]; }
    std::span<const SeatState> states() const { return states_; }
    const StateCounts& counts() const { return counts_; }
    const StateCounts& counts(GradeIndex grade) const { return by_grade_[grade]; }

    // Incremented by each change of one seat.
    std::uint64_t version() const { return version_; }
    // The seats that changed after `version`, without duplicates and in plan order. Returns
    // std::nullopt when the log does not cover that version; the whole map must then be sent.
    std::optional<Seats> changed_since(std::uint64_t version) const;

  private:
    void set_all(const Seats& seats, SeatState to);

    std::shared_ptr<const Seating> seating_;
    std::vector<SeatState> states_;
    StateCounts counts_;
    std::vector<StateCounts> by_grade_;
    std::uint64_t version_ = 0;
    std::uint64_t log_begin_ = 0;  // The version before the oldest change in the log.
    std::vector<SeatIndex> log_;   // Ring buffer: change `v` is at `(v - 1) % kChangeLogSize`.
};

// Covers some seconds of the busiest sale. For readers further behind, the whole map is cheaper.
constexpr std::size_t kChangeLogSize = 16'384;

}  // namespace onsale::seat
