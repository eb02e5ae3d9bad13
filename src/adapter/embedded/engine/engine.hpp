#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "adapter/embedded/engine/command.hpp"
#include "adapter/embedded/journal/high_water.hpp"
#include "adapter/embedded/journal/journal.hpp"
#include "base/sale_clock.hpp"
#include "base/yield_callback.hpp"
#include "sale/domain/rule/moment.hpp"
#include "sale/domain/rule/pay_rules.hpp"
#include "sale/domain/state.hpp"
#include "waiting_room/domain/event_rules.hpp"
#include "waiting_room/domain/line/line_rules.hpp"
#include "waiting_room/domain/line/place_move.hpp"
#include "waiting_room/domain/line/presence.hpp"

namespace onsale::embedded {

enum class Health : std::uint8_t {
    kOk,
    kDiskFull,  // Rejects changes until there is space.
    kFailed,    // A sync failed: no change until a restart has read the journal.
};

// The result of one batch: facts in order, and an outcome per command. Durable when returned.
struct BatchResult {
    sale::Facts facts;
    std::vector<Outcome> outcomes;
    Stamp stamp;
};

// The state machine and its journal: decides a batch, makes it durable, then answers.
// Thread safety: none; the writer thread owns it (a simulation calls it directly).
class Engine {
  public:
    using Entropy = std::function<Sha256Digest()>;

    // Reads the journal (from the snapshot on) and resumes. Throws BadJournal. `zones` defines
    // where days begin; by default at midnight UTC everywhere.
    Engine(
        Storage storage, const TimeSource& time, Entropy entropy,
        sale::ZoneOffsets zones = [](std::string_view, Instant) { return Duration{0}; });

    // Sets a callback that runs between small pieces of a batch, for threads that share the
    // writer's core.
    void yield_with(YieldCallback yield) { yield_ = std::move(yield); }
    // `tick`: also applies the calendar, deadlines and silence. Call about every 100 ms.
    BatchResult run(std::span<const Command> commands, bool tick);
    Health health() const { return health_; }
    const sale::State& state() const { return *state_; }
    const waiting_room::WaitingRoom& room() const { return state_->room(); }
    const SaleClock& clock() const { return *clock_; }
    Journal& journal() { return *journal_; }
    const Storage& storage() const { return storage_; }
    // Damaged files found by the start or by the last reading of the journal.
    const FolderNotices& notices() const { return notices_; }
    // Records that an idle engine is alive, so that a later gap is measured correctly.
    void note_alive();
    // All consumers have applied the messages up to this one. Prune a few at a time: it is an
    // additional commit on the writer's thread.
    void prune_outbox(std::uint64_t up_to);

  private:
    struct LineWork {
        waiting_room::Presence presence;
        waiting_room::MoveOffers offers;
        std::uint32_t sweep_from = 1;
        Instant active_sweep_at;
    };

    // Builds the state from disk. Returns the time of the journal's last row.
    Instant load();
    // reload() builds the state from disk again; false if that fails. resume() ends a gap without
    // service since `last`: marks every guest as seen and moves deadlines by the gap.
    bool reload();
    void resume(Instant last);
    // A command of a line. Its kind is the type of its outcome.
    template <Answered Body>
    Body::Outcome perform_in_line(const Body& body);
    std::monostate perform(const Seen& seen);
    waiting_room::EnterOutcome perform(const waiting_room::command::Enter& enter);
    waiting_room::EligibilityOutcome perform(const waiting_room::command::CheckEligibility& check);
    waiting_room::MoveOutcome perform(const waiting_room::command::OfferPlace& offer);
    waiting_room::MoveOutcome perform(const waiting_room::command::TakePlace& take);
    waiting_room::PlaceOutcome perform(const waiting_room::command::TakeNumbers& take);
    waiting_room::CodeOutcome perform(const waiting_room::command::SpendCode& spend);
    template <class PlaceCommand>
    waiting_room::PlaceOutcome perform_place(const PlaceCommand& command);
    waiting_room::OperatorOutcome perform(const waiting_room::command::CreateEvent& create);
    template <class OperatorCommand>
    waiting_room::OperatorOutcome perform_operator(const OperatorCommand& command);
    Outcome perform(const SaleCommand& command);
    sale::OrderOutcome settle(sale::OrderDecision decision);
    template <class Result>
    Result settle(sale::Decision<Result> decision);
    // Draws a new random number for the next decisions.
    void draw();
    sale::Moment moment();
    void free_seats();
    void tick_orders();
    bool is_buying(waiting_room::EventId event, const GuestId& guest) const;
    void follow_calendar(const waiting_room::Line& line);
    void tick_line(const waiting_room::Line& line);
    void sweep(const waiting_room::Line& line);
    void admit(const waiting_room::Line& line);
    void record(waiting_room::EventId event, waiting_room::FactBodies bodies);
    // Records the fact and everything that follows from it.
    void record(sale::Fact fact);
    void record(sale::Facts facts);
    // Adds the fact's messages to the outbox of this batch.
    void tell(const sale::Fact& fact);
    void note(const waiting_room::Fact& fact);
    void note_seats(waiting_room::EventId event);
    void mark_seen(const waiting_room::Line& line, waiting_room::Number number,
                   Duration covers = {});
    void mark_everybody(const waiting_room::Line& line, Instant line_now);
    void look_for_space();
    bool commit();
    void refuse_all(std::span<const Command> commands, std::vector<Outcome>& outcomes) const;

    Storage storage_;
    const TimeSource& time_;
    Entropy entropy_;
    YieldCallback yield_ = no_yield;
    std::unique_ptr<Journal> journal_;
    std::optional<HighWater> high_water_;
    std::optional<SaleClock> clock_;
    sale::ZoneOffsets zones_;
    std::unique_ptr<sale::State> state_;
    std::map<waiting_room::EventId, LineWork> work_;
    std::set<waiting_room::EventId> touched_;
    std::set<waiting_room::EventId> seats_changed_;
    sale::Facts facts_;
    std::vector<OutboxRow> messages_;
    Stamp stamp_;
    std::uint64_t random_ = 0;
    Health health_ = Health::kOk;
    std::optional<Instant> full_since_;
    FolderNotices notices_;
};

}  // namespace onsale::embedded
