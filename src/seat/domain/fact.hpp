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

// Which admission a guest chooses seats under, as the ledger of the line numbers them.
using AdmissionKey = Id<struct AdmissionKeyTag, std::uint64_t>;

// Saved as a byte: append only.
enum class HoldEnd : std::uint8_t { kReleased, kExpired, kPaymentAbandoned };

// What the writer decided about the seats of one performance, in the past tense. A hall is exactly
// the sum of its facts. Each names its seats, so that a view needs to know no holds. Times are line
// time: they stand still while deadlines are frozen.
namespace fact {

// The guest's hold is now what it was, without `dropped`, with `taken`. Neither: it has more time.
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
// Also of seats whose hold had expired, if nobody had taken them.
struct SeatsSold {
    GuestId guest;
    Seats seats;
};
struct SeatsRefunded {
    GuestId guest;
    Seats seats;
    std::optional<Instant> free_at;  // None: an operator releases them.
};
struct SeatsFreed {
    Seats seats;
};
struct SeatsBlocked {
    Seats seats;
    std::string reason;
    std::string owner;  // For whom the house keeps them.
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
