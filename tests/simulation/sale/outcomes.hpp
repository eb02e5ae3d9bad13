#pragma once

#include <optional>
#include <set>

#include "adapter/embedded/engine/engine.hpp"
#include "tests/simulation/sale/auditor.hpp"

namespace onsale::sim {

// The outcome is the environment's refusal that fits `health`.
bool refused_by_environment(const embedded::Outcome& outcome, embedded::Health health);

// A command that was alone in its batch: a refusal changed nothing about seats and money, and a
// promise is what the auditor has on the books. `ticked`: what was due was done as well.
void check_outcome(const embedded::Command& command, const embedded::Outcome& outcome,
                   const sale::Facts& facts, const Auditor& after, bool ticked);

// What a choice of seats must answer, by the plain lists: nothing refuses it, or this does.
struct Expected {
    std::optional<sale::HoldError> error;
    std::optional<seat::HallError> hall;
    std::set<std::uint32_t> taken;  // With kSeatTaken, the seats it is about.
};

// Nothing where the lists cannot know.
std::optional<Expected> expected_of(const embedded::Command& command, const Auditor& before,
                                    Instant now);
void check_expected(const Expected& expected, const embedded::Outcome& outcome);

}  // namespace onsale::sim
