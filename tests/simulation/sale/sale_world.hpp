#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "adapter/embedded/engine/engine.hpp"
#include "tests/simulation/sale/auditor.hpp"
#include "tests/simulation/sale/bank.hpp"
#include "tests/support/chance.hpp"
#include "tests/support/manual_time.hpp"
#include "tests/support/torn_disk.hpp"

namespace onsale::sim {

struct SaleTotals {
    std::uint64_t steps = 0;
    std::uint64_t facts = 0;
    std::uint64_t crashes = 0;  // Process deaths and power losses.
    std::uint64_t full_disks = 0;
    std::uint64_t failed_syncs = 0;
    std::uint64_t unknown_kept = 0;  // Batches in flight that survived a crash.
    std::uint64_t snapshots = 0;
    std::uint64_t orders = 0;
    std::uint64_t bookings = 0;
    std::uint64_t charges = 0;
    std::uint64_t refunds = 0;
    Duration simulated{};
};

// The real engine on a disk that tears writes, a provider that does not crash with it, and an
// auditor that reads every published fact. Each call ends with the checks. A violated rule throws
// CheckFailed.
class SaleWorld {
  public:
    enum class End { kClean, kKill, kPowerLoss };

    // A command for the writer, and the webhook that it answers.
    struct Asked {
        embedded::Command command;
        std::string webhook;
    };

    SaleWorld(std::uint64_t seed, std::ostream* log);
    ~SaleWorld();

    // Returns the outcomes, or an empty vector if the batch was not served.
    std::vector<embedded::Outcome> run(const std::vector<Asked>& asked, bool tick);
    void pass(Duration by);
    void snapshot();
    void checkpoint();
    void restart(End end, Duration downtime);
    // A later operation of the disk will be the last one. It may belong to the next start.
    void plan_crash(std::uint64_t ops);
    void plan_sync_failure(std::uint64_t syncs);
    void fill_disk(std::size_t free_bytes);
    void make_space();
    bool has_space() const { return has_space_; }
    bool healthy() const { return engine_->health() == embedded::Health::kOk; }
    // Replay, snapshot and state must give the same bytes.
    void check_replay();
    // After everything has settled, all payments must be accounted for.
    void check_settled() const;

    const Auditor& auditor() const { return auditor_; }
    Bank& bank() { return bank_; }
    const sale::State& state() const { return engine_->state(); }
    Instant now() const { return time_.wall(); }
    SaleTotals totals() const;
    void log(const std::function<std::string()>& line) const {
        if (log_ != nullptr) *log_ << line() << '\n';
    }

  private:
    struct Row {
        Instant now;
        sale::Facts facts;
    };

    // Nullopt if the batch was not served.
    std::optional<std::vector<embedded::Outcome>> run_or_crash(const std::vector<Asked>& asked,
                                                               bool tick);
    void accept(const embedded::BatchResult& result, const std::vector<Asked>& asked, bool tick);
    void act_on(const embedded::BatchResult& result, const std::vector<Asked>& asked);
    void tell_facts(const sale::Facts& facts) const;
    void check_all(bool ticked);
    void start();
    void adopt();
    std::vector<Row> unacknowledged_rows();
    void keep_house(const std::function<void()>& work);
    void survive_faults();

    std::ostream* log_;
    test::TornDisk disk_;
    test::ManualTime time_;
    embedded::Storage storage_;
    test::Chance luck_;
    std::uint64_t entropy_;
    Bank bank_;
    Auditor auditor_;
    std::unique_ptr<embedded::Engine> engine_;
    std::uint64_t acknowledged_ = 0;  // The last acknowledged journal row.
    bool in_flight_ = false;          // Only the next start shows the outcome of the last batch.
    bool released_in_flight_ = false;
    bool has_space_ = true;
    // A planned fault may occur late. These flags only permit its effects.
    bool disk_limited_ = false;
    bool fault_planned_ = false;
    SaleTotals totals_;
};

}  // namespace onsale::sim
