#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/guest_id.hpp"
#include "base/sha256.hpp"
#include "base/time.hpp"
#include "waiting_room/domain/event.hpp"
#include "waiting_room/domain/ids.hpp"

namespace onsale::waiting_room {

class Draw;

// Why a place ended. The wire words are left, silent, admission_ended, completed, revoked.
enum class EndReason : std::uint8_t { kLeft, kSilent, kAdmissionEnded, kCompleted, kRevoked };

// How long an admission is kept while its guest buys.
enum class Keep : std::uint8_t {
    kNot,
    kBySeats,    // Silence does not end it; the deadline of the hold does.
    kByPayment,  // Its deadline does not end it either: a guest who is paying keeps the admission.
};

// The decisions of the writer, in the past tense. Facts are journaled, replayed and published in
// order. The state of a line is fully determined by its facts. docs/format/journal.md defines their
// bytes.
namespace fact {

struct EventCreated {
    std::shared_ptr<const EventSettings> settings;
};
struct EventEdited {
    std::shared_ptr<const EventSettings> settings;
};
struct LifecycleChanged {
    Lifecycle to{};
};
// The phase that admits now; std::nullopt between phases.
struct PhaseChanged {
    std::optional<std::uint16_t> phase;
};
struct LeversSet {
    std::shared_ptr<const Levers> levers;
};
// From now on deadlines are frozen, or run again.
struct DeadlinesFrozen {
    bool frozen = false;
};
// An operator's lever moved all deadlines later.
struct DeadlinesMoved {
    Duration by{};
};
// The first fact after the process was down. The downtime does not count against any deadline.
struct Resumed {
    Duration gap{};
};
// The secret of the draw. The commitment to it is made before the participants are known.
struct LobbySealed {
    Sha256Digest secret{};
};
struct LobbyDrawn {
    Sha256Digest members_root{};
    std::shared_ptr<const Draw> draw;  // Not journaled: replay computes it again.
};
struct Joined {
    GuestId guest;
};
// The guest was silent for a while. A recalled guest returns to missed until the next sign of
// presence.
struct WentAway {
    Number number;
};
// The guest is back after being away, after leaving, or after a missed claim.
struct CameBack {
    Number number;
};
struct Left {
    Number number;
};
struct Admitted {
    Number number;
};
struct Claimed {
    Number number;
};
struct ClaimMissed {
    Number number;
};
struct PlaceEnded {
    Number number;
    EndReason reason{};
};
struct GuestBarred {
    GuestId guest;
};
struct GuestsListed {
    std::string phase;
    std::shared_ptr<const std::vector<GuestId>> guests;
};
struct CodesIssued {
    std::string phase;
    std::uint32_t uses = 1;
    std::shared_ptr<const std::vector<Sha256Digest>> codes;
};
struct CodeUsed {
    std::string phase;
    Sha256Digest code{};
    GuestId guest;
};
// The guest showed the claim that a phase requires.
struct ClaimShown {
    std::string phase;
    GuestId guest;
};
// The next number issued is greater than `number`. After a restore from a backup, guests already
// have the numbers issued since that backup, so they must never be issued again.
struct NumbersSkipped {
    Number number;
};
// The place and its admission, if any, now belong to this guest, who continues on another device.
struct PlaceMoved {
    GuestId guest;
    Number number;
};
// The admission lasts until `deadline` regardless of the rules, because a hold or a payment needs
// it.
struct AdmissionDeadlineSet {
    Number number;
    Instant deadline;
};
// Changes how the guest's purchase keeps the admission.
struct AdmissionKept {
    Number number;
    Keep keep{};
};
// Set when no seats are left and none can become free; cleared when seats are available again.
struct SoldOutSet {
    bool sold_out = false;
};
// Limits the admission rate until further notice; 0: only the rules apply.
struct AdmissionBraked {
    std::uint32_t per_second = 0;
};
// A number that a failed server had issued and lost belongs to its guest again. The guest's queue
// token proves it.
struct PlaceRestored {
    GuestId guest;
    Number number;
};
// The guest requested more time. `extensions` is the total so far. Open holds are extended by the
// same time.
struct AdmissionExtended {
    Number number;
    Instant deadline;
    std::uint32_t extensions = 0;
};
struct GuestsBarred {
    std::shared_ptr<const std::vector<GuestId>> guests;
};
struct GuestsUnbarred {
    std::shared_ptr<const std::vector<GuestId>> guests;
};

}  // namespace fact

using FactBody = std::variant<
    fact::EventCreated, fact::EventEdited, fact::LifecycleChanged, fact::PhaseChanged,
    fact::LeversSet, fact::DeadlinesFrozen, fact::DeadlinesMoved, fact::Resumed, fact::LobbySealed,
    fact::LobbyDrawn, fact::Joined, fact::WentAway, fact::CameBack, fact::Left, fact::Admitted,
    fact::Claimed, fact::ClaimMissed, fact::PlaceEnded, fact::GuestBarred, fact::GuestsListed,
    fact::CodesIssued, fact::CodeUsed, fact::ClaimShown, fact::NumbersSkipped, fact::PlaceMoved,
    fact::AdmissionDeadlineSet, fact::AdmissionKept, fact::SoldOutSet, fact::AdmissionBraked,
    fact::PlaceRestored, fact::AdmissionExtended, fact::GuestsBarred, fact::GuestsUnbarred>;

struct Fact {
    EventId event;
    FactBody body;
};

using Facts = std::vector<Fact>;

}  // namespace onsale::waiting_room
