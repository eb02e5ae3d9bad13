#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "adapter/embedded/high_water.hpp"
#include "adapter/embedded/journal.hpp"
#include "base/sale_clock.hpp"
#include "waiting_room/domain/command.hpp"
#include "waiting_room/domain/event_rules.hpp"
#include "waiting_room/domain/line_rules.hpp"
#include "waiting_room/domain/place_move.hpp"
#include "waiting_room/domain/presence.hpp"
#include "waiting_room/domain/waiting_room.hpp"

namespace onsale::embedded {

// Signs of life from one loop.
struct Seen {
    waiting_room::EventId event;
    std::vector<waiting_room::Number> numbers;
    Duration covers{};  // They will not be told of again for so long, though they may be seen.
};

using Command =
    std::variant<Seen, waiting_room::command::Enter, waiting_room::command::CheckEligibility,
                 waiting_room::command::Leave, waiting_room::command::Claim,
                 waiting_room::command::Complete, waiting_room::command::Revoke,
                 waiting_room::command::OfferPlace, waiting_room::command::TakePlace,
                 waiting_room::command::CreateEvent, waiting_room::command::EditEvent,
                 waiting_room::command::ChangeLifecycle, waiting_room::command::DelayOpening,
                 waiting_room::command::SetLevers, waiting_room::command::FreezeDeadlines,
                 waiting_room::command::MoveDeadlines, waiting_room::command::ListGuests,
                 waiting_room::command::IssueCodes>;

using Outcome = std::variant<std::monostate, waiting_room::EnterOutcome,
                             waiting_room::EligibilityOutcome, waiting_room::PlaceOutcome,
                             waiting_room::MoveOutcome, waiting_room::OperatorOutcome>;

enum class Health : std::uint8_t {
    kOk,
    kDiskFull,  // Refuses changes until there is space.
    kFailed,    // A sync failed: no change until a restart has read the truth.
};

// What one batch did: facts in order, and an outcome per command. Durable when returned.
struct BatchResult {
    waiting_room::Facts facts;
    std::vector<Outcome> outcomes;
    Stamp stamp;
};

// The state machine and its journal: decides a batch, makes it durable, then answers.
// Thread safety: none; the writer thread owns it (a simulation simply calls it).
class Engine {
  public:
    using Entropy = std::function<Sha256Digest()>;

    // Reads the journal (from the snapshot on) and resumes; throws BadJournal.
    Engine(Storage storage, const TimeSource& time, Entropy entropy);

    // `tick`: also do what the calendar, deadlines and silence ask for. Call about every 100 ms.
    BatchResult run(std::span<const Command> commands, bool tick);
    Health health() const { return health_; }
    const waiting_room::WaitingRoom& room() const { return *room_; }
    const SaleClock& clock() const { return *clock_; }
    Journal& journal() { return *journal_; }
    const Storage& storage() const { return storage_; }
    std::uint64_t facts_since_snapshot() const { return facts_since_snapshot_; }
    void snapshot_taken() { facts_since_snapshot_ = 0; }
    // An idle engine still notes that it is alive, so that a later gap is measured right.
    void note_alive();

  private:
    struct LineWork {
        waiting_room::Presence presence;
        waiting_room::MoveOffers offers;
        std::uint32_t sweep_from = 1;
        Instant active_sweep_at;
    };

    // Builds the state from disk; the time of the journal's last row.
    Instant load();
    // Nobody could be served since `last`: everybody was just seen, and deadlines move by the gap.
    bool reload();
    void resume(Instant last);
    Outcome perform(const Seen& seen);
    Outcome perform(const waiting_room::command::Enter& enter);
    Outcome perform(const waiting_room::command::CheckEligibility& check);
    Outcome perform(const waiting_room::command::OfferPlace& offer);
    Outcome perform(const waiting_room::command::TakePlace& take);
    template <class PlaceCommand>
    Outcome perform_place(const PlaceCommand& command);
    Outcome perform(const waiting_room::command::CreateEvent& create);
    template <class OperatorCommand>
    Outcome perform_operator(const OperatorCommand& command);
    void follow_calendar(waiting_room::Line& line);
    void tick_line(waiting_room::Line& line);
    void sweep(waiting_room::Line& line);
    void admit(waiting_room::Line& line);
    void record(waiting_room::EventId event, waiting_room::FactBodies bodies);
    void record(waiting_room::Fact fact);
    void mark_seen(const waiting_room::Line& line, waiting_room::Number number,
                   Duration covers = {});
    void mark_everybody(const waiting_room::Line& line, Instant line_now);
    void look_for_space();
    bool commit();
    void refuse_all(std::span<const Command> commands, std::vector<Outcome>& outcomes) const;

    Storage storage_;
    const TimeSource& time_;
    Entropy entropy_;
    std::unique_ptr<Journal> journal_;
    std::optional<HighWater> high_water_;
    std::optional<SaleClock> clock_;
    std::unique_ptr<waiting_room::WaitingRoom> room_;
    std::map<waiting_room::EventId, LineWork> work_;
    std::set<waiting_room::EventId> touched_;
    waiting_room::Facts facts_;
    Stamp stamp_;
    Health health_ = Health::kOk;
    std::optional<Instant> full_since_;
    std::uint64_t facts_since_snapshot_ = 0;
};

}  // namespace onsale::embedded
