#pragma once

#include <optional>
#include <set>

#include "adapter/embedded/engine/engine.hpp"
#include "tests/simulation/sale/auditor.hpp"

namespace onsale::sim {

// True if the outcome is the environment error that matches `health`.
bool refused_by_environment(const embedded::Outcome& outcome, embedded::Health health);

// Checks a command that was alone in its batch. A refusal must not have changed seats or payments,
// and a success must match the lists of the auditor. `ticked`: due work was done in the same batch.
void check_outcome(const embedded::Command& command, const embedded::Outcome& outcome,
                   const sale::Facts& facts, const Auditor& after, bool ticked);

// The expected answer to a selection of seats according to the plain lists. No error means success.
struct Expected {
    std::optional<sale::HoldError> error;
    std::optional<seat::HallError> hall;
    std::set<std::uint32_t> taken;  // With kSeatTaken, the affected seats.
};

// Nullopt if the lists cannot determine the answer.
std::optional<Expected> expected_of(const embedded::Command& command, const Auditor& before,
                                    Instant now);
void check_expected(const Expected& expected, const embedded::Outcome& outcome);

}  // namespace onsale::sim
