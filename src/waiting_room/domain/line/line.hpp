#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "base/yield_callback.hpp"
#include "waiting_room/domain/eligibility.hpp"
#include "waiting_room/domain/event.hpp"
#include "waiting_room/domain/fact.hpp"
#include "waiting_room/domain/line/admission_bucket.hpp"
#include "waiting_room/domain/line/due_set.hpp"
#include "waiting_room/domain/line/ledger.hpp"
#include "waiting_room/domain/line/line_clock.hpp"
#include "waiting_room/domain/line/moved_places.hpp"
#include "waiting_room/domain/line/place_book.hpp"
#include "waiting_room/domain/set/guest_index.hpp"
#include "waiting_room/domain/set/ordered_bits.hpp"

namespace onsale::waiting_room {

// One event and its line as the writer knows it. The state is fully determined by the facts.
// Decisions are made in line_rules.hpp; this class only applies facts.
// Thread safety: none; one owner.
class Line {
  public:
    Line(EventId id, std::shared_ptr<const EventSettings> settings);
    Line(EventId id, ByteReader& in, const YieldCallback& yield = no_yield);

    void evolve(const FactBody& fact, Instant now);
    void save(ByteWriter& out, const YieldCallback& yield = no_yield) const;

    EventId id() const { return id_; }
    const EventSettings& settings() const { return *settings_; }
    const std::shared_ptr<const EventSettings>& shared_settings() const { return settings_; }
    std::uint32_t version() const { return version_; }
    Lifecycle lifecycle() const { return lifecycle_; }
    const Levers& levers() const { return *levers_; }
    const std::shared_ptr<const Levers>& shared_levers() const { return levers_; }
    // The phase that admits now. An event without phases has none and does not need one.
    const Phase* phase() const { return phase_ ? &settings_->phases[*phase_] : nullptr; }
    std::optional<std::uint16_t> phase_index() const { return phase_; }
    // The latest phase that has begun, whether or not it is over.
    std::optional<std::uint16_t> last_phase() const { return last_phase_; }
    const std::optional<Sha256Digest>& draw_secret() const { return draw_secret_; }
    const LineClock& clock() const { return clock_; }
    const PlaceBook& book() const { return book_; }
    const Ledger& ledger() const { return ledger_; }
    const EligibilityBook& eligibility() const { return eligibility_; }
    bool sold_out() const { return sold_out_; }
    // Admission rate limit of the brake; 0: no brake.
    std::uint32_t brake() const { return brake_; }
    // Admissions per second: the rate of the rules, or less because of the brake.
    std::uint32_t admit_per_second() const;
    std::uint32_t bucket_available(Instant now) const {
        return bucket_.available(admit_per_second(), now);
    }

    std::optional<Number> find(const GuestId& guest) const { return index_.find(guest, guests_); }
    GuestId guest_of(Number number) const { return guests_.get(number.value); }
    const MovedPlaces& moved() const { return moved_; }
    // If the event has phases, nobody is admitted outside them.
    bool admits_now() const;
    bool may_be_admitted(const GuestId& guest) const;
    // The next `count` guests to admit: first the recalled guests in the order they came back, then
    // by place.
    std::vector<Number> next_in_line(std::uint32_t count) const;
    std::vector<DrawMember> members() const;
    // Numbers whose leave is final at `line_now`, oldest first.
    std::vector<Number> leaves_over(Instant line_now) const;
    // True while any number of this chunk of 4,096 numbers still has a guest.
    bool chunk_in_use(std::uint32_t chunk) const { return guests_.has_chunk(chunk); }

  private:
    void on(const fact::EventCreated&, Instant) {}
    void on(const fact::EventEdited& fact, Instant now);
    void on(const fact::LifecycleChanged& fact, Instant now);
    void on(const fact::PhaseChanged& fact, Instant now);
    void on(const fact::LeversSet& fact, Instant now);
    void on(const fact::DeadlinesFrozen& fact, Instant now);
    void on(const fact::DeadlinesMoved& fact, Instant now);
    void on(const fact::Resumed& fact, Instant now);
    void on(const fact::LobbySealed& fact, Instant now);
    void on(const fact::LobbyDrawn& fact, Instant now);
    void on(const fact::Joined& fact, Instant now);
    void on(const fact::WentAway& fact, Instant now);
    void on(const fact::CameBack& fact, Instant now);
    void on(const fact::Left& fact, Instant now);
    void on(const fact::Admitted& fact, Instant now);
    void on(const fact::Claimed& fact, Instant now);
    void on(const fact::ClaimMissed& fact, Instant now);
    void on(const fact::PlaceEnded& fact, Instant now);
    void on(const fact::GuestBarred& fact, Instant now);
    void on(const fact::GuestsBarred& fact, Instant now);
    void on(const fact::GuestsUnbarred& fact, Instant now);
    void on(const fact::GuestsListed& fact, Instant now);
    void on(const fact::CodesIssued& fact, Instant now);
    void on(const fact::CodeUsed& fact, Instant now);
    void on(const fact::ClaimShown& fact, Instant now);
    void on(const fact::NumbersSkipped& fact, Instant now);
    void on(const fact::PlaceMoved& fact, Instant now);
    void on(const fact::AdmissionDeadlineSet& fact, Instant now);
    void on(const fact::AdmissionKept& fact, Instant now);
    void on(const fact::SoldOutSet& fact, Instant now);
    void on(const fact::AdmissionBraked& fact, Instant now);
    void on(const fact::PlaceRestored& fact, Instant now);
    void on(const fact::AdmissionExtended& fact, Instant now);

    void save_places(ByteWriter& out, const YieldCallback& yield) const;
    void load_places(ByteReader& in, const YieldCallback& yield);
    void load_place(ByteReader& in, Number number, Standing standing);
    void move(Number number, Standing to);
    void refresh_candidate(Number number);
    void refresh_all_candidates();
    void forget_guest(Number number);

    EventId id_;
    std::shared_ptr<const EventSettings> settings_;
    std::uint32_t version_ = 1;
    Lifecycle lifecycle_ = Lifecycle::kDraft;
    std::shared_ptr<const Levers> levers_ = std::make_shared<Levers>();
    std::optional<std::uint16_t> phase_;
    std::optional<std::uint16_t> last_phase_;
    std::optional<Sha256Digest> draw_secret_;
    bool sold_out_ = false;
    std::uint32_t brake_ = 0;
    LineClock clock_;
    PlaceBook book_;
    Ledger ledger_;
    EligibilityBook eligibility_;
    AdmissionBucket bucket_;
    Chunked<GuestId> guests_;
    std::vector<std::uint16_t> guests_in_chunk_;
    GuestIndex index_;
    MovedPlaces moved_;
    OrderedBits candidates_;  // Places that wait, are present and may enter the current phase.
    std::deque<Number> recalled_;
    DueSet leaving_;  // Line time at which a leave becomes final.
};

}  // namespace onsale::waiting_room
