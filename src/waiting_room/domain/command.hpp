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

// The last two of each error enum are the environment's: kUnavailable is certainly not done,
// kOutcomeUnknown may be done and is safe to ask again.
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
    kMoved,  // To another device.
    kNotAdmitted,
    kNoExtensions,    // The event gives no more time.
    kExtensionsUsed,  // The admission has had all of it.
    kUnavailable,
    kOutcomeUnknown,
};

// Of continuing on another device.
enum class MoveError : std::uint8_t {
    kUnknownEvent,
    kNotMovable,  // The event knows its guests by an account, on every device.
    kNoPlace,
    kMoved,        // The place went to another device before.
    kCodeInvalid,  // Never given, lapsed, replaced or taken: which of them is told to nobody.
    kBuying,       // With seats in hand the guest goes on where it holds them.
    kHasPlace,     // Whoever takes a place must not stand in line already.
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

// What an operator's change did.
struct Changed {
    EventId event;
    std::uint32_t version = 0;
    std::uint32_t count = 0;  // Guests, codes or places concerned.
};

namespace command {

struct Enter {
    EventId event;
    GuestId guest;
    std::optional<Sha256Digest> code;         // SHA-256 of the access code, if one was given.
    std::vector<std::string> claimed_phases;  // Phases whose claim the guest's token satisfies.
    // Of a queue token that the guest shows: where a server's failure can lose places, it is put
    // back at this one.
    std::optional<Number> shown = {};
    bool was_inside = false;  // An entry token shows that the guest was let in with that number.
    bool only_back = false;   // A poll: it asks for the place that was lost, not for a new one.
};
// Asks, days before if need be, which phases would let the guest in; changes nothing.
struct CheckEligibility {
    EventId event;
    GuestId guest;
    std::optional<Sha256Digest> code;
    std::vector<std::string> claimed_phases;
};
struct Leave {
    EventId event;
    Number number;
    std::optional<GuestId> guest = {};  // If told, the place must still be this guest's.
};
struct Claim {
    EventId event;
    AdmissionId admission;
    std::optional<GuestId> guest = {};  // If told, the admission must still be this guest's.
};
struct Complete {
    EventId event;
    AdmissionId admission;
};
// The guest asks for more time: the admission and its holds end later.
struct Extend {
    EventId event;
    AdmissionId admission;
    std::optional<GuestId> guest = {};  // If told, the admission must still be this guest's.
    // Which extension of the admission it is, from 1: asked for twice, it is given once. 0: the
    // next one, however often it is asked for.
    std::uint32_t which = 0;
};
struct Revoke {
    EventId event;
    GuestId guest;
    bool bar = false;  // Also refuse to let the guest in line again.
};
// The place may be taken over by whoever brings the code within a minute.
struct OfferPlace {
    EventId event;
    Number number;
    GuestId guest;
    Sha256Digest code{};  // SHA-256 of the code: the code itself is nobody's but the guest's.
};
struct TakePlace {
    EventId event;
    GuestId guest;
    Sha256Digest code{};
};
// Numbers for a line that is kept elsewhere: those up to the one answered are never issued again.
struct TakeNumbers {
    EventId event;
    std::uint32_t count = 0;
};
// For a line that is kept elsewhere: the code is spent on the guest, once, if the phase that the
// guest enters for asks for one.
struct SpendCode {
    EventId event;
    GuestId guest;
    Sha256Digest code{};
};
struct CreateEvent {
    std::shared_ptr<const EventSettings> settings;
};
// An operator may ask first: a rehearsed command is decided and counted, and changes nothing.
struct EditEvent {
    EventId event;
    std::shared_ptr<const EventSettings> settings;
    std::optional<std::uint32_t> if_version;  // Refused when another change came first.
    bool rehearse = false;
};
// The first five have words of their own (words.hpp); to publish is beside the lifecycle.
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
    EventId event;
    LifecycleAction action{};
    bool rehearse = false;
};
struct DelayOpening {
    EventId event;
    Duration by{};
    bool rehearse = false;
};
struct SetLevers {
    EventId event;
    std::shared_ptr<const Levers> levers;
    bool rehearse = false;
};
struct FreezeDeadlines {
    EventId event;
    bool frozen = false;
    bool rehearse = false;
};
struct MoveDeadlines {
    EventId event;
    Duration by{};
    bool rehearse = false;
};
struct ListGuests {
    EventId event;
    std::string phase;
    std::shared_ptr<const std::vector<GuestId>> guests;
    bool rehearse = false;
};
// The deny list: these are out of the line and cannot join it, or may again.
struct BarGuests {
    EventId event;
    std::shared_ptr<const std::vector<GuestId>> guests;
    bool barred = true;
    bool rehearse = false;
};
struct IssueCodes {
    EventId event;
    std::string phase;
    std::uint32_t uses = 1;
    std::shared_ptr<const std::vector<Sha256Digest>> codes;
    bool rehearse = false;
};

}  // namespace command

struct PhaseEligibility {
    std::string phase;
    bool eligible = false;
};

struct CodeSpent {
    std::string phase;  // Empty: no code is asked for.
    std::optional<EnterError> refused = {};
};

using EnterOutcome = Result<Number, EnterError>;
using EligibilityOutcome = Result<std::vector<PhaseEligibility>, EnterError>;
using CodeOutcome = Result<CodeSpent, EnterError>;
using PlaceOutcome = Result<Number, PlaceError>;
using MoveOutcome = Result<Number, MoveError>;
using OperatorOutcome = Result<Changed, OperatorRefusal>;

}  // namespace onsale::waiting_room
