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

// What everybody may see of a hall: the state of each seat, how many are in which, and what changed
// since a version. The writer's hall has one inside; a loop's view is one fed with the same facts.
class SeatMap {
  public:
    explicit SeatMap(std::shared_ptr<const Seating> seating);

    // Only for the facts' changes of state; who owns what is the hall's.
    void apply(const HallFact& fact);
    void set(SeatIndex seat, SeatState to);
    // After a snapshot was read: the number of changes so far, none of which is known here.
    void restore_version(std::uint64_t version);

    const Seating& seating() const { return *seating_; }
    SeatState state(SeatIndex seat) const { return states_[seat.value]; }
    std::span<const SeatState> states() const { return states_; }
    const StateCounts& counts() const { return counts_; }
    const StateCounts& counts(GradeIndex grade) const { return by_grade_[grade]; }

    // Grows by one with each change of one seat.
    std::uint64_t version() const { return version_; }
    // The seats that changed after `version`, each once, in plan order; nothing when that is longer
    // ago than the log remembers (or not yet), and the whole map must be sent.
    std::optional<Seats> changed_since(std::uint64_t version) const;

  private:
    void set_all(const Seats& seats, SeatState to);

    std::shared_ptr<const Seating> seating_;
    std::vector<SeatState> states_;
    StateCounts counts_;
    std::vector<StateCounts> by_grade_;
    std::uint64_t version_ = 0;
    std::uint64_t log_begin_ = 0;  // The version before the oldest change in the log.
    std::vector<SeatIndex> log_;   // A ring: change `v` is at `(v - 1) % kChangeLogSize`.
};

// Some seconds of the hottest sale; whoever is further behind is better served with everything.
constexpr std::size_t kChangeLogSize = 16'384;

}  // namespace onsale::seat
