#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "base/id.hpp"
#include "booking/domain/booking_number.hpp"
#include "payment/domain/fact.hpp"
#include "sale/domain/settings.hpp"
#include "seat/domain/fact.hpp"
#include "seat/domain/plan.hpp"
#include "seat/domain/seating.hpp"
#include "waiting_room/domain/fact.hpp"

namespace onsale::sale {

// A performance has one hall.
using HallId = PerformanceId;

namespace fact {

// The seats of a performance were defined.
struct HallOpened {
    waiting_room::EventId event;
    std::string performance;  // The key of the performance in the event.
    std::shared_ptr<const seat::HallPlan> plan;
    seat::HallRules rules;
    std::shared_ptr<const seat::Seating> seating;  // Not journaled: computed from the plan.
};
struct HallChanged {
    HallId hall;
    seat::HallFact change;
};
// The paid order became a booking.
struct BookingMade {
    payment::OrderId order;
    booking::BookingNumber number;
};
struct SettingsSet {
    waiting_room::EventId event;
    std::shared_ptr<const SaleSettings> settings;
};
struct LeversSet {
    waiting_room::EventId event;
    std::shared_ptr<const SaleLevers> levers;
};

}  // namespace fact

// All decisions of the writer, of all modules, in one sequence. fact_bytes.cpp defines their tags.
using Fact = std::variant<waiting_room::Fact, fact::HallOpened, fact::HallChanged, payment::Fact,
                          fact::BookingMade, fact::SettingsSet, fact::LeversSet>;
using Facts = std::vector<Fact>;

}  // namespace onsale::sale
