#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "waiting_room/domain/command.hpp"
#include "waiting_room/domain/line/standing.hpp"

namespace onsale::sim {

using waiting_room::AdmissionId;
using waiting_room::EnterError;
using waiting_room::EnterOutcome;
using waiting_room::EventSettings;
using waiting_room::Levers;
using waiting_room::Lifecycle;
using waiting_room::MoveError;
using waiting_room::MoveOutcome;
using waiting_room::Number;
using waiting_room::OperatorError;
using waiting_room::Phase;
using waiting_room::PlaceError;
using waiting_room::PlaceOutcome;
using waiting_room::Standing;

// The place of one guest. All its times are in line time.
struct ModelPlace {
    GuestId guest;
    std::vector<GuestId> former;  // Previous holders on other devices, oldest first.
    std::uint32_t place = 0;
    Standing standing = Standing::kWaiting;
    // Rounded up to a second, so that no guest counts as silent too early.
    std::int64_t seen_s = 0;
    Instant leave_by;
    Instant deadline;
    Instant claim_by;
    Instant own_end;  // The end of the admission without any hold, as it was granted.
    std::uint8_t attempt = 0;
    bool claimed = false;
    std::uint32_t extensions = 0;
    std::uint64_t came_back = 0;  // Order among the recalled guests.
};

// A code that was issued for a place, used or not.
struct ModelCode {
    Sha256Digest code{};
    Number number;
    Instant given_at;
    std::optional<GuestId> taken_by;
};

// Result of an operator command: the number of affected guests, or the error.
using ModelOperatorOutcome = Result<std::uint32_t, OperatorError>;

// One event and its line according to the rules of the design, in the simplest form: vectors with
// linear search, and nothing incremental. It shares types with the domain (settings, standings,
// errors) but no rules. Copyable, because a crash restores a copy.
class ModelLine {
  public:
    explicit ModelLine(EventSettings defined) : settings(std::move(defined)) {}

    EnterOutcome enter(const waiting_room::command::Enter& enter, Instant now);
    PlaceOutcome leave(const waiting_room::command::Leave& leave, Instant now);
    PlaceOutcome claim(const waiting_room::command::Claim& claim, Instant now);
    PlaceOutcome complete(AdmissionId admission, Instant now);
    PlaceOutcome more_time(const waiting_room::command::Extend& extend, Instant now);
    PlaceOutcome revoke(const GuestId& guest, bool bar, Instant now);
    MoveOutcome offer(const waiting_room::command::OfferPlace& offer, Instant now);
    MoveOutcome take(const waiting_room::command::TakePlace& take, Instant now);
    void seen(const std::vector<Number>& numbers, Instant now);
    std::vector<bool> eligible_for(const waiting_room::command::CheckEligibility& check) const;

    ModelOperatorOutcome edit(const waiting_room::command::EditEvent& edit, Instant wall);
    ModelOperatorOutcome change(waiting_room::command::LifecycleAction action, Instant wall);
    ModelOperatorOutcome delay(Duration by, Instant wall);
    ModelOperatorOutcome set_levers(const Levers& levers_now);
    ModelOperatorOutcome freeze(bool frozen, Instant now);
    ModelOperatorOutcome extend(Duration by, Instant now);
    ModelOperatorOutcome list(const std::string& phase_id, const std::vector<GuestId>& guests);
    ModelOperatorOutcome deny(const std::vector<GuestId>& guests, bool bar);
    ModelOperatorOutcome issue(const std::string& phase_id, std::uint32_t uses,
                               const std::vector<Sha256Digest>& issued);

    void follow_calendar(Instant wall);
    // Applies deadlines and silence.
    void tick(Instant now);
    // Admits all guests who may be admitted. Returns their numbers in order.
    std::vector<Number> admit(Instant now);
    // No guest could be served from `last` until `last + gap`.
    void resume(Instant last, Duration gap, bool worth_noting);
    // After a restore: guests may hold numbers up to this one.
    void skip_to(Number number);

    Instant line_time(Instant now) const { return (frozen_at ? *frozen_at : now) - behind; }
    std::uint32_t keeping() const;
    std::uint32_t active() const;
    std::uint32_t position(Number number) const;
    std::int64_t tokens(Instant now) const;
    std::optional<Number> living(const GuestId& guest) const;
    bool admits() const;
    bool allowed(const Phase& to, const GuestId& guest) const;
    bool undrawn_lobby() const;
    void mark_all_seen(Instant line_now);

    EventSettings settings;
    Levers levers;
    std::uint32_t version = 1;
    Lifecycle lifecycle = Lifecycle::kDraft;
    std::optional<std::string> phase;
    std::optional<std::string> last_phase;
    bool sealed = false;
    bool drawn = false;
    std::optional<Sha256Digest> secret;  // Set by the reader of the journal.
    Duration behind{};
    std::optional<Instant> frozen_at;
    std::vector<ModelPlace> places;  // Indexed by number, from 1. Skipped ones have no standing.
    std::map<std::string, std::set<GuestId>> proved;
    std::map<std::string, std::map<Sha256Digest, std::uint32_t>> codes;
    std::set<GuestId> barred;
    std::vector<ModelCode> move_codes;
    bool skipped = false;  // True if the first start after a restore has skipped numbers.
    bool touched = false;  // Changed by this batch. A slot that became free is used immediately.

  private:
    ModelPlace* find(Number number);
    const Phase* phase_named(const std::optional<std::string>& id) const;
    const Phase* phase_to_enter() const;
    std::optional<EnterError> prove(const Phase& to, const GuestId& guest,
                                    const std::optional<Sha256Digest>& code,
                                    const std::vector<std::string>& claimed, bool spend);
    std::optional<EnterError> prove_to_enter(const waiting_room::command::Enter& enter);
    std::optional<EnterError> door() const;
    bool gave_away(const ModelPlace& place, const std::optional<GuestId>& guest) const;
    void come_back(ModelPlace& place);
    void mark_seen(ModelPlace& place, Instant now);
    void open(Instant wall);
    void draw();
    bool calendar_step(Instant wall);
    std::optional<std::string> phase_slept_through(Instant wall) const;
    bool may_open() const;
    bool may_become(const EventSettings& after, Instant wall) const;
    void expire_deadlines(Instant line_now);
    void expire_silence(Instant line_now);
    void expire_active_silence(Instant line_now);
    ModelPlace* next_to_admit();

    std::int64_t level_ = 0;  // Thousandths of an admission.
    Instant filled_at_{Duration{-1'000'000}};
    std::uint64_t came_back_ = 0;
    std::optional<Instant> active_swept_at_;
};

}  // namespace onsale::sim
