#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"
#include "sale/domain/fact.hpp"
#include "sale/domain/state.hpp"
#include "seat/domain/command.hpp"

namespace onsale::sale {

// The last two are the environment's: kUnavailable is certainly not done, kOutcomeUnknown may be
// done and is safe to ask again.
enum class HoldError : std::uint8_t {
    kUnknownEvent,
    kUnknownPerformance,
    kNotOpen,      // The sale has not begun, or is over.
    kNoAdmission,  // None, ended, or somebody else's.
    kHall,         // The hall's own rules: HoldRefusal::hall says which.
    kUnavailable,
    kOutcomeUnknown,
};

struct HoldRefusal {
    HoldError error{};
    seat::HallRefusal hall;
    std::vector<std::string> unknown_seats;  // Ids that are no seats of this hall.
};

struct Held {
    HallId hall;
    seat::HeldSeats seats;
};

using HoldOutcome = Result<Held, HoldRefusal>;
// How many seats were given back.
using ReleaseOutcome = Result<std::uint32_t, HoldRefusal>;

enum class OpenHallError : std::uint8_t {
    kUnknownEvent,
    kUnknownPerformance,
    kHasHall,
    kBadPlan,
    kBadRules,
    kTooMany,
    kUnavailable,
    kOutcomeUnknown,
};
using OpenHallOutcome = Result<HallId, OpenHallError>;

// Who asks, under which admission, for which performance.
struct Buyer {
    waiting_room::EventId event;
    std::string performance;
    GuestId guest;
    waiting_room::AdmissionId admission;
};

namespace command {

// REQUIRES: seat::check found no mistake in the plan.
struct OpenHall {
    waiting_room::EventId event;
    std::string performance;
    std::shared_ptr<const seat::HallPlan> plan;
    seat::HallRules rules;
};
// `random` is any uniform number.
struct SelectSeats {
    Buyer buyer;
    std::vector<std::string> seats;
    std::uint64_t random = 0;
};
struct SelectBest {
    Buyer buyer;
    seat::Wish wish;
    std::uint64_t random = 0;
};
struct ReleaseSeats {
    Buyer buyer;
    std::uint64_t random = 0;
};

}  // namespace command

struct HoldDecision {
    HoldOutcome outcome;
    Facts facts;
};
struct ReleaseDecision {
    ReleaseOutcome outcome;
    Facts facts;
};
struct OpenHallDecision {
    OpenHallOutcome outcome;
    Facts facts;
};

// The rules that need both the line and the hall. A hold needs a live admission, which the hold
// then keeps alive at least as long as itself; asking for seats is a claim like any call with an
// entry token.
OpenHallDecision decide(const State& state, const command::OpenHall& open);
HoldDecision decide(const State& state, const command::SelectSeats& select, Instant now);
HoldDecision decide(const State& state, const command::SelectBest& select, Instant now);
ReleaseDecision decide(const State& state, const command::ReleaseSeats& release, Instant now);

// What is due in one hall by its line's time, which stands still while deadlines are frozen.
Facts decide_hall_deadlines(const State& state, HallId hall, Instant now, std::uint64_t random);

}  // namespace onsale::sale
