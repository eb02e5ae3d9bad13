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

// How an admission is kept while its guest buys.
enum class Keep : std::uint8_t {
    kNot,
    kBySeats,    // Silence does not end it: the hold's deadline will.
    kByPayment,  // Nor does its deadline: whoever pays is not thrown out.
};

// What the writer decided, in the past tense. Facts are journaled, replayed and published in order;
// a line is exactly the sum of its facts. docs/format/journal.md has their bytes.
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
// The phase that admits now; nothing between phases.
struct PhaseChanged {
    std::optional<std::uint16_t> phase;
};
struct LeversSet {
    std::shared_ptr<const Levers> levers;
};
// Deadlines stand still from now on, or move again.
struct DeadlinesFrozen {
    bool frozen = false;
};
// Every deadline moved later by an operator's lever.
struct DeadlinesMoved {
    Duration by{};
};
// The first fact after the process was down: nobody loses the time nobody could be served.
struct Resumed {
    Duration gap{};
};
// The draw's secret, committed to before anybody can know who takes part.
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
// Silent for a while. Who had been recalled waits for its next sign of life again.
struct WentAway {
    Number number;
};
// Back from away, from leaving, or from a missed claim.
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
// The guest showed the claim a phase asks for.
struct ClaimShown {
    std::string phase;
    GuestId guest;
};
// The next number issued is beyond `number`. After a restore from a backup, numbers issued since
// that backup are in guests' hands and must never be issued again.
struct NumbersSkipped {
    Number number;
};
// The place, with its admission if it has one, is now this guest's: it continues on another device.
struct PlaceMoved {
    GuestId guest;
    Number number;
};
// The admission lasts until then, whatever the rules gave it: a hold or a payment needs it so long.
struct AdmissionDeadlineSet {
    Number number;
    Instant deadline;
};
// What the guest does with the admission keeps it.
struct AdmissionKept {
    Number number;
    Keep keep{};
};
// Nothing is left to sell, nor can come back; or something is again.
struct SoldOutSet {
    bool sold_out = false;
};
// Nobody is let in faster than this until further notice; 0: as the rules say.
struct AdmissionBraked {
    std::uint32_t per_second = 0;
};
// A number that a failed server had issued and lost is its guest's again: the token is the place.
struct PlaceRestored {
    GuestId guest;
    Number number;
};
// The guest asked for more time and has had it so often now. Open holds end later by as much.
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
