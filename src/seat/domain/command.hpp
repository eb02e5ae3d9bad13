#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/guest_id.hpp"
#include "base/result.hpp"
#include "base/time.hpp"
#include "seat/domain/best.hpp"
#include "seat/domain/fact.hpp"
#include "seat/domain/hall.hpp"

namespace onsale::seat {

// The last two values come from the environment. kUnavailable: the command was certainly not
// executed. kOutcomeUnknown: it may have been executed, and it is safe to retry.
enum class HallError : std::uint8_t {
    kNothingChosen,
    kUnknownSeat,
    kTooManySeats,
    kTooManyAccessible,
    kCompanionAlone,  // A companion seat needs its accessible seat in the same hold.
    kSeatTaken,
    kGivenBack,       // This guest returned the seat too recently.
    kTooManyChanges,  // The guest has returned too many seats recently.
    kTimeOver,        // The deadline of the admission's hold has passed.
    kBeingPaid,
    kNoHold,
    kNotEnough,    // Fewer free seats of the requested kind than requested.
    kNotTogether,  // Enough free seats, but not adjacent.
    kWrongHold,    // A hold can only be paid and sold as a whole.
    kSeatLost,     // Another guest took a seat after the hold had ended.
    kNotSold,
    kNotBlocked,
    kNotReturned,
    kTextTooLong,
    kBadRules,
    kUnavailable,
    kOutcomeUnknown,
};

struct HallRefusal {
    HallError error{};
    Seats seats;  // The seats that the error refers to.
    // With kSeatTaken: the same number of free adjacent seats near the first taken one.
    Seats offers;
};

struct FencedSeat {
    SeatIndex seat;
    Fence fence = 0;

    friend bool operator==(const FencedSeat&, const FencedSeat&) = default;
};

// A hold as shown to its guest. The fences prove the hold when it is paid.
struct HeldSeats {
    std::vector<FencedSeat> seats;
    Instant deadline;
};

// `random` is any uniform number. It determines the delay after which returned seats become free.
namespace command {

// Requests exactly these seats, all or none. They replace the seats held before.
struct Select {
    GuestId guest;
    AdmissionKey admission;
    Seats seats;
    std::uint64_t random = 0;
    std::optional<Instant> until{};  // Latest deadline of a hold that begins now.
};
// Requests the best available seats. They replace the seats held before.
struct SelectBest {
    GuestId guest;
    AdmissionKey admission;
    Wish wish;
    std::uint64_t random = 0;
    std::optional<Instant> until{};
};
struct Release {
    GuestId guest;
    std::uint64_t random = 0;
};
// Extends the guest's hold. A hold that is being paid has its own deadlines.
struct Extend {
    GuestId guest;
    Duration by{};
};
struct StartPaying {
    GuestId guest;
};
// The guest may try to pay again at least until then.
struct DeclinePayment {
    GuestId guest;
    Instant until;
};
struct AbandonPayment {
    GuestId guest;
    std::uint64_t random = 0;
};
// Also possible after the hold has expired, as long as no other guest took the seats.
struct Sell {
    GuestId guest;
    std::vector<FencedSeat> seats;
};
struct Refund {
    GuestId guest;
    std::vector<FencedSeat> seats;
    std::optional<Duration> free_after;  // Not set: an operator releases them.
};
// Frees a batch of returned seats now, at an operator's request.
struct ReleaseReturned {
    Seats seats;
};
struct BlockSeats {
    Seats seats;
    std::string reason;
    std::string owner;
};
struct UnblockSeats {
    Seats seats;
};
struct SetRules {
    HallRules rules;
};

}  // namespace command

using HoldOutcome = Result<HeldSeats, HallRefusal>;
// Number of affected seats.
using SeatsOutcome = Result<std::uint32_t, HallRefusal>;

}  // namespace onsale::seat
