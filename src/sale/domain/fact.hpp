#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "base/id.hpp"
#include "seat/domain/fact.hpp"
#include "seat/domain/plan.hpp"
#include "waiting_room/domain/fact.hpp"

namespace onsale::sale {

// One performance's hall in this engine, issued once, from 1; people and URLs use the keys of event
// and performance.
using HallId = Id<struct HallTag, std::uint32_t>;

namespace fact {

// A performance got its seats.
struct HallOpened {
    waiting_room::EventId event;
    std::string performance;  // The key that the event knows it by.
    std::shared_ptr<const seat::HallPlan> plan;
    seat::HallRules rules;
};
struct HallChanged {
    HallId hall;
    seat::HallFact change;
};

}  // namespace fact

// Everything the writer decides, of all modules, in one order. Append only: fact_bytes.cpp numbers
// them by their place.
using Fact = std::variant<waiting_room::Fact, fact::HallOpened, fact::HallChanged>;
using Facts = std::vector<Fact>;

}  // namespace onsale::sale
