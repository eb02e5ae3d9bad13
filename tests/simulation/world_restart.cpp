// How a simulated process ends, and what the next one must find.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "adapter/embedded/journal/high_water.hpp"
#include "sale/domain/fact_bytes.hpp"
#include "tests/simulation/world.hpp"

namespace onsale::sim {

using embedded::Health;
using embedded::Mark;
using waiting_room::Fact;
using waiting_room::Lifecycle;
namespace fact = waiting_room::fact;

namespace {

constexpr Duration kGapNoted = std::chrono::milliseconds{100};
// Maximum number of interrupted starts before one must succeed.
constexpr int kStartsMax = 8;

// The value in the simulation; see few_numbers.cmake.
constexpr std::uint32_t kSkippedByRestore = 1'000;

// True if all facts are those that a start writes before it serves.
bool is_start(const waiting_room::Facts& facts) {
    return !facts.empty() && std::ranges::all_of(facts, [](const Fact& one) {
        return std::holds_alternative<fact::Resumed>(one.body) ||
               std::holds_alternative<fact::NumbersSkipped>(one.body);
    });
}

std::optional<Duration> gap_of(const waiting_room::Facts& facts) {
    for (const Fact& one : facts)
        if (const auto* const resumed = std::get_if<fact::Resumed>(&one.body)) return resumed->gap;
    return std::nullopt;
}

bool any_not_archived(const Model& model) {
    return std::ranges::any_of(model.lines(), [](const ModelLine& line) {
        return line.lifecycle != Lifecycle::kArchived;
    });
}

}  // namespace

void World::survive_faults() {
    if (disk_.plug_pulled()) restart(End::kPowerLoss, Duration{1000}, ++luck_);
}

void World::restart(End end, Duration downtime, std::uint64_t luck) {
    log([&] {
        return fmt::format("-- process ends ({}), down for {} ms", static_cast<int>(end),
                           downtime.count());
    });
    end_process(end, luck);
    pass(downtime);
    require(start(luck), "a start was refused");
    check_replay();
    check_all();
}

void World::end_process(End end, std::uint64_t luck) {
    if (disk_.plug_pulled()) end = End::kPowerLoss;
    if (end != End::kClean) ++totals_.crashes;
    ++totals_.restarts;
    if (engine_->health() == Health::kOk && !unserved_since_) unserved_since_ = now();
    log_files("before");
    if (end == End::kKill) disk_.kill();
    if (end == End::kPowerLoss) disk_.crash(luck);
    log_files("after");
    engine_.reset();
    view_.reset();
    // The planned crash may also happen while the last connection closes.
    if (disk_.plug_pulled()) disk_.crash(luck);
}

void World::log_files(const char* when) const {
    log([&] {
        std::string sizes = fmt::format("files {}:", when);
        for (const std::string& file : disk_.files())
            sizes += fmt::format(" {} {}", file, disk_.size(file));
        return sizes;
    });
}

bool World::start(std::uint64_t luck) {
    for (int tries = 1;; ++tries) {
        try {
            const auto mark = embedded::HighWater{storage_}.found();
            engine_ = std::make_unique<embedded::Engine>(
                storage_, time_, [this] { return sha256(fmt::format("secret {}", ++entropy_)); });
            adopt(mark);
            return true;
        } catch (const CheckFailed&) {
            throw;
        } catch (const std::exception& error) {
            log([&] { return fmt::format("start refused: {}", error.what()); });
            if (damaged_) return false;
            const bool excused = disk_.plug_pulled() || fault_planned_ || disk_limited_;
            require(excused && tries < kStartsMax, std::string{"cannot start: "} + error.what());
        }
        if (disk_.plug_pulled()) ++totals_.crashes, disk_.crash(luck + 1000);
        engine_.reset();
        make_space();
    }
}

// Returns the rows after the last acknowledged one. Checks that a replay of all rows gives the
// state.
std::vector<World::Row> World::unacknowledged_rows() {
    std::vector<Row> rows;
    sale::State replayed;
    CodeCheck codes;
    std::uint64_t last = 0;
    const auto each = [&](const embedded::JournalRow& row) {
        Row read{row.stamp, {}};
        sale::Facts facts;
        require(sale::load(row.facts, facts), "a journal row cannot be read");
        read.facts = line_facts(facts);
        for (const Fact& one : read.facts) {
            replayed.evolve(one, row.stamp.now);
            codes.add(one);
        }
        last = row.seq;
        // Includes the last acknowledged row, because its time is needed.
        if (row.seq >= acknowledged_) rows.push_back(std::move(read));
    };
    embedded::read_journal(engine_->journal().database(), 0, {}, each);
    require(last >= acknowledged_,
            fmt::format("{} rows were acknowledged, {} are there", acknowledged_, last));
    codes.check(replayed.room());
    require(bytes_of(replayed) == bytes_of(engine_->state()), "replay gives other bytes");
    return rows;
}

void World::check_replay() {
    if (healthy()) unacknowledged_rows();
}

// The first start after a restore skips the same count of numbers in every line. If that start is
// interrupted, the next one skips again.
void World::adopt_skips(const Row& row) {
    for (const Fact& one : row.facts) {
        const auto* const skipped = std::get_if<fact::NumbersSkipped>(&one.body);
        if (skipped == nullptr) continue;
        ModelLine* const line = model_.find(one.event);
        // Damage may restore the marker of a restore. An additional skip does no harm.
        require((skip_expected_ || damaged_) && line != nullptr,
                "numbers were skipped without a restore");
        require(skipped->number.value == line->places.size() + kSkippedByRestore,
                fmt::format("event {}: skipped to {}", one.event.value, skipped->number.value));
        line->skip_to(skipped->number);
        line->skipped = true;
    }
}

void World::adopt(const std::optional<Mark>& mark) {
    std::vector<Row> rows = unacknowledged_rows();
    if (acknowledged_ > 0) {
        // Only its time is used.
        rows.front().facts.clear();
    } else {
        rows.insert(rows.begin(), Row{});
    }
    const Instant now = engine_->clock().now();
    Instant last = mark ? mark->at : Instant{};
    std::optional<Row> own;  // The row that this start wrote.
    if (rows.size() > 1 && is_start(rows.back().facts) && rows.back().stamp.now == now) {
        const Instant before = std::max(last, rows[rows.size() - 2].stamp.now);
        const auto gap = gap_of(rows.back().facts);
        // An earlier start may have written this row and then stopped.
        if (!gap || (*gap == now - before && now == std::max(time_.wall(), before))) {
            own = std::move(rows.back());
            rows.pop_back();
        }
    }
    last = std::max(last, rows.back().stamp.now);
    log([&] {
        return fmt::format("started at {}: served until {}, {} acknowledged, {} unknown rows{}",
                           to_ms(now), to_ms(last), acknowledged_, rows.size() - 1,
                           own ? ", resumed" : "");
    });
    require(now == std::max(time_.wall(), last), "the clock did not go on from the journal");
    for (std::size_t i = 1; i < rows.size(); ++i)
        adopt_unknown(rows[i], i == 1);
    require((own && gap_of(own->facts)) == (now - last >= kGapNoted && any_not_archived(model_)),
            "the gap was not noted");
    require(!unserved_since_ || last <= *unserved_since_,
            "time in which nobody was served counts against the guests");
    model_.resume(last, now);
    if (own) adopt_skips(*own);
    forget_last_process(now);
}

// Applies a row that was never acknowledged: the row of an interrupted start, or the batch in
// flight.
void World::adopt_unknown(const Row& row, bool first) {
    if (is_start(row.facts)) {
        if (const auto gap = gap_of(row.facts)) model_.resume(row.stamp.now - *gap, row.stamp.now);
        adopt_skips(row);
        unserved_since_ = row.stamp.now;
        return;
    }
    require(first && in_flight_.has_value(), "a row that nobody wrote");
    model_ = std::move(*in_flight_);
    if (unserved_since_) unserved_since_ = row.stamp.now;
}

void World::forget_last_process(Instant now) {
    for (ModelLine& line : model_.lines())
        require(!skip_expected_ || std::exchange(line.skipped, false),
                "a restored line issues numbers that guests may hold");
    skip_expected_ = false;
    in_flight_.reset();
    unserved_since_.reset();
    started_at_ = now;
    steady_at_start_ = time_.steady();
    acknowledged_ = engine_->journal().last_seq();
    learn_secrets();
    view_ = std::make_unique<waiting_room::RoomView>(engine_->room());
}

void World::damage(const std::function<std::size_t(std::size_t)>& below) {
    end_process(End::kKill, 0);
    std::vector<std::string> files = disk_.files();
    std::erase_if(files, [&](const std::string& file) {
        return !file.starts_with(storage_.folder + "/");  // Left behind by a restore.
    });
    const std::string& file = files[below(files.size())];
    if (disk_.size(file) == 0) return;
    const std::size_t offset = below(disk_.size(file));
    const auto bit = static_cast<unsigned>(below(8));
    disk_.flip_bit(file, offset, bit);
    log([&] { return fmt::format("bit {} of {} at byte {} flips", bit, file, offset); });
    damaged_ = true;
    if (!start(0)) {
        ++totals_.refused_starts;
        return;
    }
    check_all();
}

}  // namespace onsale::sim
