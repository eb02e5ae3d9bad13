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
    kNotAdmitted,
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
};
struct Claim {
    EventId event;
    AdmissionId admission;
};
struct Complete {
    EventId event;
    AdmissionId admission;
};
struct Revoke {
    EventId event;
    GuestId guest;
    bool bar = false;  // Also refuse to let the guest in line again.
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
enum class LifecycleAction : std::uint8_t { kOpen, kPause, kResume, kClose, kArchive };
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

using EnterOutcome = Result<Number, EnterError>;
using EligibilityOutcome = Result<std::vector<PhaseEligibility>, EnterError>;
using PlaceOutcome = Result<Number, PlaceError>;
using OperatorOutcome = Result<Changed, OperatorRefusal>;

}  // namespace onsale::waiting_room
