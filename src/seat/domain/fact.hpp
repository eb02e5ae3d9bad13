#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/guest_id.hpp"
#include "base/time.hpp"
#include "seat/domain/plan.hpp"
#include "seat/domain/rules.hpp"

namespace onsale::seat {

using Seats = std::vector<SeatIndex>;

// The admission under which a guest selects seats, as numbered by the ledger of the line.
using AdmissionKey = Id<struct AdmissionKeyTag, std::uint64_t>;

// Saved as a byte: append only.
enum class HoldEnd : std::uint8_t { kReleased, kExpired, kPaymentAbandoned };

// The writer's decisions about the seats of one performance, in the past tense. The state of a hall
// is fully determined by its facts. Each fact names its seats, so that a view does not need to know
// the holds. Times are line time, which stops while deadlines are frozen.
namespace fact {

// Changes the guest's hold: removes `dropped` and adds `taken`. If both are empty, only the
// deadline changes.
struct SeatsHeld {
    GuestId guest;
    AdmissionKey admission;
    Instant deadline;
    Seats taken;
    Seats dropped;
    Instant free_at;  // When the dropped seats become free.
};
struct HoldEnded {
    GuestId guest;
    HoldEnd reason{};
    Seats seats;
    Instant free_at;
};
struct PayingStarted {
    GuestId guest;
    Seats seats;
};
struct PaymentDeclined {
    GuestId guest;
    Seats seats;
    Instant deadline;
};
// Also for seats whose hold had expired, if no other guest had taken them.
struct SeatsSold {
    GuestId guest;
    Seats seats;
};
struct SeatsRefunded {
    GuestId guest;
    Seats seats;
    std::optional<Instant> free_at;  // Not set: an operator releases them.
};
struct SeatsFreed {
    Seats seats;
};
struct SeatsBlocked {
    Seats seats;
    std::string reason;
    std::string owner;  // The party for whom the house reserves them.
};
struct SeatsUnblocked {
    Seats seats;
};
struct RulesSet {
    HallRules rules;
};

}  // namespace fact

// Append only: the index is the tag in the journal.
using HallFact =
    std::variant<fact::SeatsHeld, fact::HoldEnded, fact::PayingStarted, fact::PaymentDeclined,
                 fact::SeatsSold, fact::SeatsRefunded, fact::SeatsFreed, fact::SeatsBlocked,
                 fact::SeatsUnblocked, fact::RulesSet>;

using HallFacts = std::vector<HallFact>;

}  // namespace onsale::seat
