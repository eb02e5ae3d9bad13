#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/guest_id.hpp"
#include "base/result.hpp"
#include "base/sha256.hpp"
#include "base/time.hpp"
#include "waiting_room/domain/event.hpp"
#include "waiting_room/domain/ids.hpp"

namespace onsale::waiting_room {

// The last two values of each error enum come from the environment. kUnavailable: the command was
// certainly not executed. kOutcomeUnknown: it may have been executed, and it is safe to retry.
enum class EnterError : std::uint8_t {
    kUnknownEvent,
    kNotOpenYet,
    kClosed,
    kSoldOut,
    kJoinsStopped,
    kLineFull,
    kNotEligible,
    kCodeUnknown,
    kCodeUsedUp,
    kBarred,
    kUnavailable,
    kOutcomeUnknown,
};

enum class PlaceError : std::uint8_t {
    kUnknownEvent,
    kNoPlace,
    kMoved,  // The place was moved to another device.
    kNotAdmitted,
    kNoExtensions,    // The event grants no extensions.
    kExtensionsUsed,  // The admission has used all its extensions.
    kUnavailable,
    kOutcomeUnknown,
};

// Errors of moving a place to another device.
enum class MoveError : std::uint8_t {
    kUnknownEvent,
    kNotMovable,  // The event identifies guests by an account, which is the same on all devices.
    kNoPlace,
    kMoved,        // The place was already moved to another device.
    kCodeInvalid,  // Never issued, expired, replaced or used. The caller is not told which.
    kBuying,       // A guest who holds seats must continue on the same device.
    kHasPlace,     // The guest who takes a place must not already have one in the line.
    kBarred,
    kUnavailable,
    kOutcomeUnknown,
};

enum class OperatorError : std::uint8_t {
    kUnknownEvent,
    kKeyTaken,
    kBadSettings,
    kWrongState,
    kVersionConflict,
    kTooMany,
    kUnknownPhase,
    kUnavailable,
    kOutcomeUnknown,
};

struct OperatorRefusal {
    OperatorError error{};
    std::string field;
    std::string message;
};

// The result of an operator's change.
struct Changed {
    EventId event;
    std::uint32_t version = 0;
    std::uint32_t count = 0;  // Number of affected guests, codes or places.
};

struct PhaseEligibility {
    std::string phase;
    bool eligible = false;
};

struct CodeSpent {
    std::string phase;  // Empty when no code is required.
    std::optional<EnterError> refused = {};
};

using EnterOutcome = Result<Number, EnterError>;
using EligibilityOutcome = Result<std::vector<PhaseEligibility>, EnterError>;
using CodeOutcome = Result<CodeSpent, EnterError>;
using PlaceOutcome = Result<Number, PlaceError>;
using MoveOutcome = Result<Number, MoveError>;
using OperatorOutcome = Result<Changed, OperatorRefusal>;

// Each command names the type of its outcome. The engine refuses and answers it with that type.
namespace command {

// Idempotent per guest: returns the existing place and ends its away or leaving state.
struct Enter {
    using Outcome = EnterOutcome;
    EventId event;
    GuestId guest;
    std::optional<Sha256Digest> code;         // SHA-256 of the access code, if one was given.
    std::vector<std::string> claimed_phases;  // Phases whose claim the guest's token satisfies.
    // The number of the queue token that the guest presented. If a server failure lost the place,
    // the place is restored at this number.
    std::optional<Number> shown = {};
    bool was_inside = false;  // An entry token proves that this number was admitted.
    bool only_back = false;   // Set for a poll: restores a lost place but makes no new one.
};
// Asks which phases would admit the guest, possibly days in advance. Changes nothing.
struct CheckEligibility {
    using Outcome = EligibilityOutcome;
    EventId event;
    GuestId guest;
    std::optional<Sha256Digest> code;
    std::vector<std::string> claimed_phases;
};
struct Leave {
    using Outcome = PlaceOutcome;
    EventId event;
    Number number;
    std::optional<GuestId> guest = {};  // If set, the place must still belong to this guest.
};
struct Claim {
    using Outcome = PlaceOutcome;
    EventId event;
    AdmissionId admission;
    std::optional<GuestId> guest = {};  // If set, the admission must still belong to this guest.
};
struct Complete {
    using Outcome = PlaceOutcome;
    EventId event;
    AdmissionId admission;
};
// A guest's request for more time: extends the admission together with its holds.
struct Extend {
    using Outcome = PlaceOutcome;
    EventId event;
    AdmissionId admission;
    std::optional<GuestId> guest = {};  // If set, the admission must still belong to this guest.
    // Index of the extension, from 1. A repeated request for the same index extends only once. 0:
    // the next extension, for each request.
    std::uint32_t which = 0;
};
struct Revoke {
    using Outcome = PlaceOutcome;
    EventId event;
    GuestId guest;
    bool bar = false;  // Also bars the guest from joining the line again.
};
// Offers the place to the guest who presents the code within one minute. Replaces the place's code
// by a new one. Codes may be lost with the process.
struct OfferPlace {
    using Outcome = MoveOutcome;
    EventId event;
    Number number;
    GuestId guest;
    Sha256Digest code{};  // SHA-256 of the code; only the guest knows the code itself.
};
// Only one guest gets the place. A repeated request by that guest gets the same answer.
struct TakePlace {
    using Outcome = MoveOutcome;
    EventId event;
    GuestId guest;
    Sha256Digest code{};
};
// Allocates numbers for a line that is stored elsewhere, and returns the last one. Numbers up to it
// are never issued again, even if the caller does not use them.
struct TakeNumbers {
    using Outcome = PlaceOutcome;
    EventId event;
    std::uint32_t count = 0;
};
// For a line that is stored elsewhere: uses the code once for the guest, if the phase that the
// guest enters requires a code. The same guest uses a code only once.
struct SpendCode {
    using Outcome = CodeOutcome;
    EventId event;
    GuestId guest;
    Sha256Digest code{};
};
struct CreateEvent {
    using Outcome = OperatorOutcome;
    std::shared_ptr<const EventSettings> settings;
};
// `rehearse`: the command is decided and its effect is counted, but nothing changes.
struct EditEvent {
    using Outcome = OperatorOutcome;
    EventId event;
    std::shared_ptr<const EventSettings> settings;
    std::optional<std::uint32_t> if_version;  // Rejected when the event has another version by now.
    bool rehearse = false;
};
// The first five have wire words (words.hpp). Publishing is independent of the lifecycle.
enum class LifecycleAction : std::uint8_t {
    kOpen,
    kPause,
    kResume,
    kClose,
    kArchive,
    kPublish,
    kUnpublish,
};
struct ChangeLifecycle {
    using Outcome = OperatorOutcome;
    EventId event;
    LifecycleAction action{};
    bool rehearse = false;
};
struct DelayOpening {
    using Outcome = OperatorOutcome;
    EventId event;
    Duration by{};
    bool rehearse = false;
};
struct SetLevers {
    using Outcome = OperatorOutcome;
    EventId event;
    std::shared_ptr<const Levers> levers;
    bool rehearse = false;
};
struct FreezeDeadlines {
    using Outcome = OperatorOutcome;
    EventId event;
    bool frozen = false;
    bool rehearse = false;
};
struct MoveDeadlines {
    using Outcome = OperatorOutcome;
    EventId event;
    Duration by{};
    bool rehearse = false;
};
struct ListGuests {
    using Outcome = OperatorOutcome;
    EventId event;
    std::string phase;
    std::shared_ptr<const std::vector<GuestId>> guests;
    bool rehearse = false;
};
// The deny list. barred = true removes the guests from the line and keeps them out; false lets them
// join again.
struct BarGuests {
    using Outcome = OperatorOutcome;
    EventId event;
    std::shared_ptr<const std::vector<GuestId>> guests;
    bool barred = true;
    bool rehearse = false;
};
struct IssueCodes {
    using Outcome = OperatorOutcome;
    EventId event;
    std::string phase;
    std::uint32_t uses = 1;
    std::shared_ptr<const std::vector<Sha256Digest>> codes;
    bool rehearse = false;
};

}  // namespace command

}  // namespace onsale::waiting_room
