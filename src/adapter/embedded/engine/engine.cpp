#include "adapter/embedded/engine/engine.hpp"

#include <type_traits>

#include "adapter/embedded/journal/snapshot.hpp"
#include "base/bytes.hpp"
#include "sale/domain/fact_bytes.hpp"
#include "sale/domain/rule/consequences.hpp"
#include "sale/domain/rule/office_rules.hpp"

namespace onsale::embedded {

using namespace waiting_room;

namespace {

// About thirty microseconds of work.
constexpr std::size_t kCommandsPerYield = 8;
// A shorter restart is not recorded as a fact: it does not affect deadlines noticeably.
constexpr Duration kGapWorthNoting = std::chrono::milliseconds{100};

// Greater than the count of numbers issued between a backup and its restore; small compared with
// the 32-bit range.
constexpr std::uint32_t kSkippedByRestore = 10'000'000;

// The outcome of a command whose batch could not be made durable.
template <Answered Body>
Outcome refusal(const Body&, Health health) {
    return health == Health::kDiskFull ? unavailable<Body>() : outcome_unknown<Body>();
}

Outcome refusal(const Seen&, Health) {
    return std::monostate{};
}

template <class... Bodies>
Outcome refusal(const std::variant<Bodies...>& command, Health health) {
    return std::visit([health](const auto& body) { return refusal(body, health); }, command);
}

}  // namespace

Engine::Engine(Storage storage, const TimeSource& time, Entropy entropy, sale::ZoneOffsets zones)
    : storage_(std::move(storage)),
      time_(time),
      entropy_(std::move(entropy)),
      zones_(std::move(zones)) {
    journal_ = std::make_unique<Journal>(storage_);
    high_water_.emplace(storage_);
    Instant last = load();
    journal_->begin_fresh_log();
    if (high_water_->found()) last = std::max(last, high_water_->found()->at);
    clock_.emplace(time_, last);
    stamp_ = {clock_->now(), clock_->wall()};
    resume(last);
    if (journal_->was_restored())
        for (const auto& [event, line] : room())
            record(Fact{event,
                        fact::NumbersSkipped{{line->book().issued_count() + kSkippedByRestore}}});
    if (!facts_.empty() && !commit())
        throw BadJournal{health_ == Health::kDiskFull
                             ? "the disk is full: free some space and start again"
                             : "the data folder cannot be written"};
    journal_->forget_restore();
    facts_.clear();
    messages_.clear();
}

Instant Engine::load() {
    Instant last;
    notices_.clear();
    auto snapshot = load_snapshot(storage_, &notices_);
    state_ = snapshot ? std::move(snapshot->state) : std::make_unique<sale::State>();
    const std::uint64_t from = snapshot ? snapshot->seq : 0;
    journal_->read([&](const JournalRow& row) {
        last = row.stamp.now;
        if (row.seq == from && row.chain != snapshot->chain)
            throw BadJournal{
                "the snapshot does not belong to this journal; remove snapshot-a and "
                "snapshot-b from the data folder and start again"};
        if (row.seq <= from) return;
        sale::Facts facts;
        if (!sale::load(row.facts, facts))
            throw BadJournal{"journal row " + std::to_string(row.seq) +
                             " holds a fact this onsale does not know: start the newer version"};
        for (const sale::Fact& fact : facts)
            state_->evolve(fact, row.stamp.now);
    });
    if (high_water_->found()) journal_->require_row(high_water_->found()->seq);
    if (snapshot) require_not_beyond(*snapshot, *journal_);
    if (high_water_->unreadable() && journal_->last_seq() > 0)
        notices_.push_back(unreadable_mark());
    return last;
}

void Engine::resume(Instant last) {
    const Duration gap = stamp_.now - last;
    work_.clear();
    for (const auto& [event, line] : room()) {
        // No guest could be seen during the downtime.
        mark_everybody(*line, line->clock().at(last));
        const bool over = line->lifecycle() == Lifecycle::kArchived;
        if (!over && gap >= kGapWorthNoting) record(Fact{event, fact::Resumed{gap}});
    }
}

template <class PlaceCommand>
PlaceOutcome Engine::perform_place(const PlaceCommand& command) {
    const Line* const line = room().find(command.event);
    if (line == nullptr) return fail(PlaceError::kUnknownEvent);
    PlaceDecision decision = decide(*line, command);
    record(command.event, std::move(decision.facts));
    if (decision.outcome && decision.outcome->value != 0) mark_seen(*line, *decision.outcome);
    return decision.outcome;
}

template <class OperatorCommand>
OperatorOutcome Engine::perform_operator(const OperatorCommand& command) {
    const Line* const line = room().find(command.event);
    if (line == nullptr) return fail(OperatorRefusal{OperatorError::kUnknownEvent, "event", ""});
    OperatorDecision decision = [&] {
        if constexpr (requires { sale::decide(*state_, command, stamp_); })
            return sale::decide(*state_, command, stamp_);
        else if constexpr (requires { decide(*line, command, stamp_); })
            return decide(*line, command, stamp_);
        else
            return decide(*line, command);
    }();
    if (!decision.outcome) return fail(decision.outcome.error());
    if (!command.rehearse) record(command.event, std::move(decision.facts));
    return Changed{command.event, line->version(), *decision.outcome};
}

template <Answered Body>
Body::Outcome Engine::perform_in_line(const Body& body) {
    if constexpr (requires { perform(body); })
        return perform(body);
    else if constexpr (std::is_same_v<typename Body::Outcome, OperatorOutcome>)
        return perform_operator(body);
    else
        return perform_place(body);
}

BatchResult Engine::run(std::span<const Command> commands, bool tick) {
    BatchResult result;
    facts_.clear();
    messages_.clear();
    touched_.clear();
    seats_changed_.clear();
    stamp_ = {std::max(stamp_.now, clock_->now()), clock_->wall()};
    result.stamp = stamp_;
    draw();
    if (health_ == Health::kDiskFull && tick) look_for_space();
    if (health_ != Health::kOk) {
        refuse_all(commands, result.outcomes);
        return result;
    }
    result.outcomes.reserve(commands.size());
    facts_.reserve(commands.size());
    for (const Command& command : commands) {
        result.outcomes.push_back(std::visit(
            [this](const auto& body) -> Outcome {
                if constexpr (Answered<std::remove_cvref_t<decltype(body)>>)
                    return perform_in_line(body);
                else
                    return perform(body);
            },
            command));
        if (result.outcomes.size() % kCommandsPerYield == 0) yield_();
    }
    // Runs in every batch. Freeing all seats of a tick at once would delay all guests.
    free_seats();
    if (tick) tick_orders();
    for (const auto& [event, line] : room()) {
        if (!tick && !touched_.contains(event)) continue;
        follow_calendar(*line);
        if (tick) tick_line(*line);
        if (seats_changed_.contains(event)) record(sale::follow_counts(*state_, event));
        admit(*line);
    }
    if (!facts_.empty() && !commit()) {
        result.outcomes.clear();
        refuse_all(commands, result.outcomes);
        return result;
    }
    full_since_.reset();
    result.facts = std::move(facts_);
    return result;
}

void Engine::look_for_space() {
    const auto error = journal_->try_small_write();
    if (error) {
        if (*error == AppendError::kFailed) health_ = Health::kFailed;
        return;
    }
    health_ = Health::kOk;
    resume(*full_since_);
}

bool Engine::commit() {
    std::string bytes;
    ByteWriter out{bytes};
    for (const sale::Fact& fact : facts_)
        sale::save(out, fact);
    const auto appended = journal_->append(stamp_, bytes, messages_);
    if (appended) {
        high_water_->note({*appended, stamp_.now});
        return true;
    }
    switch (appended.error()) {
        case AppendError::kDiskFull:
            // The state in memory is ahead of the journal: return to the durable state.
            health_ = Health::kDiskFull;
            if (!full_since_) full_since_ = stamp_.now;
            if (!reload()) health_ = Health::kFailed;
            break;
        case AppendError::kFailed:
            health_ = Health::kFailed;
            break;
    }
    return false;
}

bool Engine::reload() {
    try {
        load();
        return true;
    } catch (const std::exception&) {
        // An engine that cannot read its own journal decides nothing until a restart reports the
        // damage.
        return false;
    }
}

void Engine::refuse_all(std::span<const Command> commands, std::vector<Outcome>& outcomes) const {
    for (const Command& command : commands)
        outcomes.push_back(refusal(command, health_));
}

void Engine::note_alive() {
    // Time in which no guest can be served belongs to the gap.
    if (health_ != Health::kOk) return;
    high_water_->note({journal_->last_seq(), std::max(stamp_.now, clock_->now())});
}

void Engine::record(sale::Fact fact) {
    sale::Facts then = sale::follow(*state_, fact, {stamp_, random_, zones_});
    state_->evolve(fact, stamp_.now);
    tell(fact);
    if (const auto* const of_line = std::get_if<Fact>(&fact)) note(*of_line);
    if (const auto* const opened = std::get_if<sale::fact::HallOpened>(&fact))
        note_seats(opened->event);
    if (const auto* const changed = std::get_if<sale::fact::HallChanged>(&fact))
        note_seats(state_->halls().find(changed->hall)->event);
    facts_.push_back(std::move(fact));
    record(std::move(then));
}

void Engine::record(sale::Facts facts) {
    for (sale::Fact& fact : facts)
        record(std::move(fact));
}

void Engine::note_seats(EventId event) {
    touched_.insert(event);
    seats_changed_.insert(event);
}

void Engine::note(const Fact& fact) {
    touched_.insert(fact.event);
    if (const auto* const moved = std::get_if<fact::DeadlinesMoved>(&fact.body)) {
        const Line& line = *room().find(fact.event);
        work_[fact.event].presence.limit_ahead(line.book().issued_count(), moved->by,
                                               line.clock().at(stamp_.now));
    }
}

void Engine::record(EventId event, FactBodies bodies) {
    for (FactBody& body : bodies)
        record(Fact{event, std::move(body)});
}

}  // namespace onsale::embedded
