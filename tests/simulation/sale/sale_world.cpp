#include "tests/simulation/sale/sale_world.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "adapter/embedded/journal/snapshot.hpp"
#include "sale/domain/fact_bytes.hpp"
#include "tests/simulation/require.hpp"
#include "tests/simulation/sale/outcomes.hpp"
#include "tests/simulation/sale/story.hpp"

namespace onsale::sim {

using embedded::BatchResult;
using embedded::Command;
using embedded::Health;
using embedded::Outcome;
using embedded::SaleCommand;
namespace command = sale::command;

namespace {

constexpr Instant kBeginning = instant_from_ms(1'800'000'000'000);
// Maximum number of interrupted starts before one must succeed.
constexpr int kStartsMax = 8;

std::string bytes_of(const sale::State& state) {
    std::string bytes;
    ByteWriter out{bytes};
    state.save(out);
    return bytes;
}

bool releases(const std::vector<SaleWorld::Asked>& asked) {
    return std::ranges::any_of(asked, [](const SaleWorld::Asked& one) {
        const auto* const sale = std::get_if<SaleCommand>(&one.command);
        return sale != nullptr && std::holds_alternative<command::ReleaseReturned>(*sale);
    });
}

// True if all facts are those that a start writes before it serves.
bool is_start(const sale::Facts& facts) {
    return !facts.empty() && std::ranges::all_of(facts, [](const sale::Fact& one) {
        const auto* const line = std::get_if<waiting_room::Fact>(&one);
        return line != nullptr && std::holds_alternative<waiting_room::fact::Resumed>(line->body);
    });
}

}  // namespace

SaleWorld::SaleWorld(std::uint64_t seed, std::ostream* log)
    : log_(log),
      disk_(seed),
      time_(kBeginning),
      storage_{"data", disk_.name()},
      luck_(seed),
      entropy_(seed),
      auditor_(bank_) {
    start();
}

SaleWorld::~SaleWorld() {
    engine_.reset();
}

void SaleWorld::pass(Duration by) {
    time_.advance(by);
    totals_.simulated += by;
}

std::vector<Outcome> SaleWorld::run(const std::vector<Asked>& asked, bool tick) {
    ++totals_.steps;
    auto outcomes = run_or_crash(asked, tick);
    const bool survived = !disk_.plug_pulled();
    survive_faults();
    check_all(tick && outcomes && survived);
    return outcomes ? *std::move(outcomes) : std::vector<Outcome>{};
}

std::optional<std::vector<Outcome>> SaleWorld::run_or_crash(const std::vector<Asked>& asked,
                                                            bool tick) {
    const Health before = engine_->health();
    std::vector<Command> commands;
    for (const Asked& one : asked)
        commands.push_back(one.command);
    BatchResult result;
    const auto unknown = [&] {
        if (!in_flight_) released_in_flight_ = releases(asked);
        in_flight_ = true;
    };
    try {
        result = engine_->run(commands, tick);
    } catch (const std::exception& error) {
        require(disk_.plug_pulled(), std::string{"the engine threw: "} + error.what());
        unknown();
        return std::nullopt;
    }
    const Health health = engine_->health();
    if (health == Health::kOk) {
        accept(result, asked, tick);
        return result.outcomes;
    }
    require(health == Health::kFailed ? fault_planned_ : disk_limited_, "unwell without a cause");
    require(result.facts.empty(), "facts were published that are not durable");
    for (const Outcome& outcome : result.outcomes)
        require(refused_by_environment(outcome, health), "promised without the disk");
    if (health == Health::kFailed && before != Health::kFailed) {
        ++totals_.failed_syncs;
        unknown();
    }
    if (health == Health::kDiskFull && before == Health::kOk) ++totals_.full_disks;
    return std::nullopt;
}

void SaleWorld::accept(const BatchResult& result, const std::vector<Asked>& asked, bool tick) {
    require(result.stamp.now == now(), "the writer's clock went its own way");
    require(result.outcomes.size() == asked.size(), "not every command was answered");
    for (std::size_t i = 0; i < asked.size(); ++i)
        log([&] { return tell(asked[i].command, result.outcomes[i]); });
    tell_facts(result.facts);
    const auto expected =
        asked.size() == 1 ? expected_of(asked.front().command, auditor_, now()) : std::nullopt;
    auditor_.read(result.facts, result.stamp.now, releases(asked));
    // Only a command that is alone in its batch can be compared with the facts.
    if (asked.size() == 1)
        check_outcome(asked.front().command, result.outcomes.front(), result.facts, auditor_, tick);
    if (expected) check_expected(*expected, result.outcomes.front());
    totals_.facts += result.facts.size();
    acknowledged_ = engine_->journal().last_seq();
    act_on(result, asked);
}

void SaleWorld::tell_facts(const sale::Facts& facts) const {
    for (const sale::Fact& fact : facts)
        log([&] { return tell(fact); });
}

// Effects outside the engine happen only here, after the batch is durable.
void SaleWorld::act_on(const BatchResult& result, const std::vector<Asked>& asked) {
    for (const sale::Fact& fact : result.facts)
        if (const auto* const of_order = std::get_if<payment::Fact>(&fact))
            bank_.call_for(*of_order, engine_->state().orders());
    for (std::size_t i = 0; i < asked.size(); ++i) {
        if (!asked[i].webhook.empty() && !luck_.one_in(4))
            bank_.demo().acknowledge(asked[i].webhook);
        const auto* const sale = std::get_if<SaleCommand>(&asked[i].command);
        if (sale == nullptr || !std::holds_alternative<command::RequestPayment>(*sale)) continue;
        const auto& outcome = std::get<sale::OrderOutcome>(result.outcomes[i]);
        if (outcome) bank_.open(outcome->order, now());
    }
}

void SaleWorld::check_all(bool ticked) {
    // After a failed sync the state of the engine is invalid.
    if (engine_->health() == Health::kFailed) return;
    auditor_.check(engine_->state(), now(), ticked);
    if (!healthy()) return;
    constexpr std::uint64_t kViewsEvery = 7;
    constexpr std::uint64_t kReplayEvery = 61;
    if (totals_.steps % kViewsEvery == 0) auditor_.check_views(engine_->state());
    if (totals_.steps % kReplayEvery == 0) check_replay();
}

void SaleWorld::snapshot() {
    ++totals_.snapshots;
    keep_house([this] { (void)embedded::take_snapshot(storage_); });
}

void SaleWorld::checkpoint() {
    keep_house([this] { (void)engine_->journal().database().checkpoint(); });
}

void SaleWorld::keep_house(const std::function<void()>& work) {
    try {
        work();
    } catch (const std::exception& error) {
        require(fault_planned_ || disk_limited_, std::string{"housekeeper: "} + error.what());
    }
    survive_faults();
}

void SaleWorld::survive_faults() {
    if (disk_.plug_pulled()) restart(End::kPowerLoss, std::chrono::seconds{1});
}

void SaleWorld::restart(End end, Duration downtime) {
    log([&] { return fmt::format("-- process ends ({})", static_cast<int>(end)); });
    if (disk_.plug_pulled()) end = End::kPowerLoss;
    if (end != End::kClean) ++totals_.crashes;
    bank_.process_died(luck_, now());
    if (end == End::kKill) disk_.kill();
    if (end == End::kPowerLoss) disk_.crash(luck_.below(1'000'000));
    engine_.reset();
    // The planned crash may also happen while the last connection closes.
    if (disk_.plug_pulled()) disk_.crash(luck_.below(1'000'000));
    pass(downtime);
    start();
    check_all(false);
}

void SaleWorld::start() {
    for (int tries = 1;; ++tries) {
        try {
            engine_ = std::make_unique<embedded::Engine>(
                storage_, time_, [this] { return sha256(fmt::format("secret {}", ++entropy_)); });
            break;
        } catch (const std::exception& error) {
            const bool excused = disk_.plug_pulled() || fault_planned_ || disk_limited_;
            require(excused && tries < kStartsMax, std::string{"cannot start: "} + error.what());
        }
        if (disk_.plug_pulled()) disk_.crash(luck_.below(1'000'000));
        engine_.reset();
        make_space();
    }
    adopt();
}

// Returns the rows after the last acknowledged one. Checks that a replay of all rows gives the
// state.
std::vector<SaleWorld::Row> SaleWorld::unacknowledged_rows() {
    std::vector<Row> rows;
    sale::State replayed;
    std::uint64_t last = 0;
    const auto each = [&](const embedded::JournalRow& row) {
        sale::Facts facts;
        require(sale::load(row.facts, facts), "a journal row cannot be read");
        for (const sale::Fact& one : facts)
            replayed.evolve(one, row.stamp.now);
        last = row.seq;
        if (row.seq > acknowledged_) rows.push_back({row.stamp.now, std::move(facts)});
    };
    embedded::read_journal(engine_->journal().database(), 0, {}, each);
    require(last >= acknowledged_, [&] {
        return fmt::format("{} rows were acknowledged, {} are there", acknowledged_, last);
    });
    const std::string bytes = bytes_of(engine_->state());
    require(bytes_of(replayed) == bytes, "replay gives other bytes");
    ByteReader in{bytes};
    const auto loaded = sale::State::load(in);
    require(in.ok() && in.at_end(), "the state cannot be read from its bytes");
    require(bytes_of(*loaded) == bytes, "a snapshot gives other bytes");
    return rows;
}

void SaleWorld::check_replay() {
    if (healthy()) (void)unacknowledged_rows();
}

// Applies rows that were never acknowledged: the batch in flight, or the rows of a start.
void SaleWorld::adopt() {
    bool first = true;
    for (const Row& row : unacknowledged_rows()) {
        const bool of_start = is_start(row.facts);
        require(of_start || (first && in_flight_), "a row that nobody wrote");
        if (!of_start) ++totals_.unknown_kept;
        tell_facts(row.facts);
        auditor_.read(row.facts, row.now, released_in_flight_);
        first = false;
    }
    log([&] { return fmt::format("-- started, row {}", engine_->journal().last_seq()); });
    in_flight_ = released_in_flight_ = false;
    acknowledged_ = engine_->journal().last_seq();
    auditor_.check_views(engine_->state());
    auditor_.renew_views(engine_->state());
}

void SaleWorld::plan_crash(std::uint64_t ops) {
    disk_.crash_after_ops(ops);
    fault_planned_ = true;
}

void SaleWorld::plan_sync_failure(std::uint64_t syncs) {
    disk_.fail_sync_after(syncs);
    fault_planned_ = true;
}

void SaleWorld::fill_disk(std::size_t free_bytes) {
    disk_.set_free_bytes(free_bytes);
    disk_limited_ = true;
    has_space_ = false;
}

void SaleWorld::make_space() {
    disk_.set_free_bytes(test::TornDisk::kUnlimited);
    has_space_ = true;
}

void SaleWorld::check_settled() const {
    auditor_.orders().check_settled(engine_->state().orders(), now());
    for (const auto& [id, hall] : auditor_.halls())
        for (const SeatBook::Seat& seat : hall.seats())
            require(seat.state != seat::SeatState::kPaying && seat.state != seat::SeatState::kHeld,
                    "at the end somebody still holds a seat");
}

SaleTotals SaleWorld::totals() const {
    SaleTotals totals = totals_;
    totals.orders = auditor_.orders().entries().size();
    totals.bookings = auditor_.bookings();
    for (const auto& [id, entry] : auditor_.orders().entries()) {
        totals.charges += entry.charges.size();
        totals.refunds += entry.refunds.size();
    }
    return totals;
}

}  // namespace onsale::sim
