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

// The last two are the environment's: kUnavailable is certainly not done, kOutcomeUnknown may be
// done and is safe to ask again.
enum class HallError : std::uint8_t {
    kNothingChosen,
    kUnknownSeat,
    kTooManySeats,
    kTooManyAccessible,
    kCompanionAlone,  // A companion seat needs its accessible seat in the same hold.
    kSeatTaken,
    kGivenBack,       // By this guest, too short a time ago.
    kTooManyChanges,  // The guest has given back too many seats lately.
    kTimeOver,        // The admission's hold is past its deadline.
    kBeingPaid,
    kNoHold,
    kNotEnough,    // Fewer free seats of the wished kind than asked for.
    kNotTogether,  // Enough of them, but nowhere side by side.
    kWrongHold,    // A part of a hold can neither be paid nor sold.
    kSeatLost,     // Somebody else took a seat after the hold was over.
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
    Seats seats;   // Those the error is about.
    Seats offers;  // With kSeatTaken: as many free seats side by side, near the first one taken.
};

struct FencedSeat {
    SeatIndex seat;
    Fence fence = 0;

    friend bool operator==(const FencedSeat&, const FencedSeat&) = default;
};

// A hold as its guest sees it; the fences prove it when it is paid.
struct HeldSeats {
    std::vector<FencedSeat> seats;
    Instant deadline;
};

// `random` is any uniform number; it becomes the delay after which seats given back are free.
namespace command {

// The guest wants exactly these seats: all or none, instead of those held before.
struct Select {
    GuestId guest;
    AdmissionKey admission;
    Seats seats;
    std::uint64_t random = 0;
    std::optional<Instant> until{};  // A hold that begins now ends by then.
};
// The same with the best seats available.
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
// The guest has more time to choose. What is being paid has deadlines of its own.
struct Extend {
    GuestId guest;
    Duration by{};
};
struct StartPaying {
    GuestId guest;
};
// The guest may try again at least until then.
struct DeclinePayment {
    GuestId guest;
    Instant until;
};
struct AbandonPayment {
    GuestId guest;
    std::uint64_t random = 0;
};
// Also after the hold has expired: then only while nobody else took the seats.
struct Sell {
    GuestId guest;
    std::vector<FencedSeat> seats;
};
struct Refund {
    GuestId guest;
    std::vector<FencedSeat> seats;
    std::optional<Duration> free_after;  // None: an operator releases them.
};
// An operator's batch of returned seats becomes free now.
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
// How many seats are concerned.
using SeatsOutcome = Result<std::uint32_t, HallRefusal>;

}  // namespace onsale::seat
