#include "tests/simulation/world.hpp"

#include <fmt/format.h>

namespace onsale::sim {

using embedded::BatchResult;
using embedded::Command;
using embedded::Health;
using waiting_room::Fact;
namespace fact = waiting_room::fact;

namespace {

constexpr Instant kBeginning = instant_from_ms(1'800'000'000'000);

}  // namespace

World::World(std::uint64_t seed, std::ostream* log)
    : log_(log),
      disk_(seed),
      time_(kBeginning),
      storage_{"data", disk_.name()},
      beside_(disk_.name(), [this] { go_on_meanwhile(); }),
      luck_(seed) {
    require(start(seed), "an empty disk was refused");
}

World::~World() {
    engine_.reset();
}

void World::pass(Duration by) {
    time_.advance(by);
    totals_.simulated += by;
}

void World::note_alive() {
    engine_->note_alive();
    survive_faults();
}

void World::run(const std::vector<Command>& commands, bool tick) {
    ++totals_.steps;
    run_or_crash(commands, tick);
    survive_faults();
    check_all();
}

void World::run_or_crash(const std::vector<Command>& commands, bool tick) {
    const Health before = engine_->health();
    BatchResult result;
    try {
        result = engine_->run(commands, tick);
    } catch (const std::exception& error) {
        require(disk_.plug_pulled(), std::string{"the engine threw: "} + error.what());
        keep_both(commands, tick);
        return;
    }
    require(result.stamp.now == now(), "the writer's clock went its own way");
    const Health health = engine_->health();
    if (health != Health::kOk) {
        require(health == Health::kFailed ? fault_planned_ : disk_limited_,
                "unwell without a cause");
        require(result.facts.empty(), "facts were published that are not durable");
        check_refused(commands, result.outcomes, health);
        if (health == Health::kFailed && before != Health::kFailed) {
            ++totals_.failed_syncs;
            keep_both(commands, tick);
        }
        if (before == Health::kOk && health == Health::kDiskFull) ++totals_.full_disks;
        if (!unserved_since_) unserved_since_ = now();
        return;
    }
    if (unserved_since_) {
        model_.resume(*unserved_since_, now());
        unserved_since_.reset();
    }
    accept(result, model_.run(commands, tick, {now(), wall()}));
}

Model World::after_batch(const std::vector<Command>& commands, bool tick) {
    Model after = model_;
    if (unserved_since_) after.resume(*unserved_since_, now());
    after.run(commands, tick, {now(), wall()});
    return after;
}

// The batch may or may not be durable. The next start decides.
void World::keep_both(const std::vector<Command>& commands, bool tick) {
    if (!in_flight_) in_flight_ = after_batch(commands, tick);
    if (!unserved_since_) unserved_since_ = now();
}

void World::accept(const BatchResult& result, const ModelBatch& expected) {
    check_outcomes(result.outcomes, expected.outcomes);
    std::size_t admitted = 0;
    for (const Fact& one : line_facts(result.facts)) {
        if (const auto* const admission = std::get_if<fact::Admitted>(&one.body)) {
            const auto* const line = view_->find(one.event);
            require(line->ledger().size() < line->settings().rules.max_active,
                    fmt::format("event {}: admitted without a free slot", one.event.value));
            require(admitted < expected.admitted.size() &&
                        expected.admitted[admitted] == std::pair{one.event, admission->number},
                    fmt::format("event {}: number {} was let in out of turn", one.event.value,
                                admission->number.value));
            ++admitted;
        }
        view_->apply(one, result.stamp.now);
    }
    require(admitted == expected.admitted.size(), "somebody was not let in");
    totals_.facts += result.facts.size();
    acknowledged_ = engine_->journal().last_seq();
    learn_secrets();
}

void World::learn_secrets() {
    for (const auto& [event, line] : engine_->room()) {
        ModelLine* const model = model_.find(event);
        if (model != nullptr && model->sealed && !model->secret)
            model->secret = line->draw_secret();
    }
}

void World::check_all() {
    // After a failed sync the state of the engine is invalid. Guests see the view.
    if (engine_->health() != Health::kFailed) check_room(model_, engine_->room(), now());
    if (engine_->health() == Health::kOk) {
        view_check_.check(model_, engine_->room(), *view_, now());
        constexpr std::uint64_t kReplayEvery = 37;
        if (totals_.steps % kReplayEvery == 0) check_replay();
    }
}

void World::plan_crash(std::uint64_t ops) {
    disk_.crash_after_ops(ops);
    fault_planned_ = true;
}

void World::plan_sync_failure(std::uint64_t syncs) {
    disk_.fail_sync_after(syncs);
    fault_planned_ = true;
}

void World::fill_disk(std::size_t free_bytes) {
    disk_.set_free_bytes(free_bytes);
    disk_limited_ = true;
    has_space_ = false;
}

void World::make_space() {
    disk_.set_free_bytes(test::TornDisk::kUnlimited);
    has_space_ = true;
}

}  // namespace onsale::sim
