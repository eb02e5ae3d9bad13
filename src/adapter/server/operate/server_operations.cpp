#include "adapter/server/operate/server_operations.hpp"

#include "adapter/embedded/backup/marked_backup.hpp"
#include "adapter/embedded/report/operator_reads.hpp"
#include "adapter/http/api/measure/metrics_report.hpp"
#include "adapter/http/api/measure/metrics_text.hpp"
#include "adapter/redis/roster/redis_settings.hpp"
#include "adapter/server/loop/embedded_ports.hpp"
#include "adapter/server/operate/cluster_watch.hpp"
#include "adapter/server/operate/gather_numbers.hpp"
#include "adapter/server/operate/gather_readiness.hpp"
#include "adapter/server/operate/machine_state.hpp"
#include "adapter/server/operate/metrics_page.hpp"
#include "operate/domain/message_codes.hpp"
#include "runtime/answer_on.hpp"
#include "runtime/log.hpp"
#include "runtime/system_time.hpp"

namespace onsale::server {

using boost::asio::awaitable;
using operate::Failure;
using operate::preflight_message;
using operate::PreflightCheck;

namespace {

PreflightCheck disk_check(const std::string& folder) {
    const DiskSpace disk = disk_space(folder);
    return {"disk", disk.is_enough(),
            preflight_message("disk_free", {{"freeMib", disk.free >> 20},
                                            {"wantedMib", DiskSpace::kFreeWanted >> 20}})};
}

PreflightCheck backup_check(const embedded::Storage& storage) {
    const BackupAge backup = backup_age(storage);
    if (!backup.age) return {"backup", false, preflight_message("backup_none"), true};
    const auto minutes = std::chrono::floor<std::chrono::minutes>(*backup.age);
    return {"backup", backup.is_recent(),
            preflight_message("backup_age", {{"minutes", minutes.count()}}), true};
}

PreflightCheck descriptor_check() {
    const DescriptorLimit limit = descriptor_limit();
    return {"descriptors", limit.is_enough(),
            preflight_message("descriptors",
                              {{"allowed", limit.allowed}, {"wanted", DescriptorLimit::kWanted}}),
            true};
}

}  // namespace

template <class Answer>
awaitable<Answer> ServerOperations::on_housekeeper(std::function<Answer()> work, Answer if_busy) {
    return runtime::answer_on<Answer>(
        admin_loop().io(), [this, work = std::move(work), if_busy = std::move(if_busy)](auto done) {
            if (!deps_.housekeeper.do_work([work, done] { done(work()); })) done(if_busy);
        });
}

bool ServerOperations::accepts_key(std::string_view presented) const {
    return deps_.owner_key.matches(presented);
}

bool ServerOperations::accepts_metrics_key(std::string_view presented) const {
    return deps_.metrics_key && deps_.metrics_key->matches(presented);
}

awaitable<operate::Readiness> ServerOperations::readiness() {
    operate::Readiness readiness = co_await gather_readiness(admin_loop(), deps_.loops());
    readiness.journal = degraded_by(deps_.writer.figures().health);
    co_return readiness;
}

awaitable<Result<std::uint8_t, Failure>> ServerOperations::rotate_keys() {
    const auto now = std::chrono::floor<std::chrono::seconds>(admin_loop().context().clock.wall());
    auto rotated = deps_.keys.rotate(now);
    if (!rotated) co_return fail(Failure{"the file keys in the data folder cannot be written"});
    if (!deps_.shares_keys)
        for (ServingLoop* const loop : deps_.loops())
            loop->post([keys = *rotated](ServingLoop& self) { self.context().keys = keys; });
    runtime::log(runtime::LogLevel::kInfo, "signing key rotated",
                 {{"kid", std::to_string((*rotated)->current().kid())}});
    co_return (*rotated)->current().kid();
}

awaitable<std::optional<operate::JournalStats>> ServerOperations::journal_stats() {
    using Stats = std::optional<operate::JournalStats>;
    std::function<Stats()> work = [this] {
        operate::JournalStats stats = embedded::read_journal_stats(deps_.storage);
        stats.snapshots_taken = deps_.housekeeper.snapshots_taken();
        stats.checkpoints_done = deps_.housekeeper.checkpoints_done();
        return stats;
    };
    co_return co_await on_housekeeper(std::move(work), Stats{});
}

awaitable<Result<std::vector<operate::ReportLine>, Failure>> ServerOperations::report(
    operate::ReportAsk ask) {
    using Read = Result<std::vector<operate::ReportLine>, Failure>;
    std::function<Read()> work = [this, ask = std::move(ask)] {
        return embedded::read_report_lines(deps_.storage, ask);
    };
    co_return co_await on_housekeeper(std::move(work), Read{fail(Failure{"busy; try again"})});
}

awaitable<Result<std::uint64_t, Failure>> ServerOperations::backup(std::string file) {
    using Made = Result<std::uint64_t, Failure>;
    std::function<Made()> work = [this, file = std::move(file)] {
        return embedded::make_marked_backup(deps_.storage, file, runtime::SystemTime{}.wall());
    };
    co_return co_await on_housekeeper(std::move(work), Made{fail(Failure{"busy; try again"})});
}

awaitable<bool> ServerOperations::in_background(std::function<void()> work) {
    co_return co_await runtime::answer_on<bool>(
        admin_loop().io(), [&](std::function<void(bool)> done) {
            boost::asio::post(office_, [work = std::move(work), done = std::move(done)] {
                try {
                    work();
                    done(true);
                } catch (const std::exception& error) {
                    runtime::log(runtime::LogLevel::kError, "background work failed",
                                 {{"error", error.what()}});
                    done(false);
                }
            });
        });
}

awaitable<std::string> ServerOperations::metrics_text() {
    const auto numbers = co_await gather_numbers(admin_loop(), deps_.loops());
    http::MetricsText text;
    http::report(text, numbers->loops);
    report_writer(text, deps_.writer.figures(), deps_.writer.queue_depth());
    if (deps_.settings.on_redis) http::report_redis(text, *numbers);
    const http::LoopContext& context = admin_loop().context();
    http::report(text, context.view, context.clock.now());
    http::report(text, context.live_source(), context.clock.now());
    co_return text.take();
}

awaitable<std::vector<PreflightCheck>> ServerOperations::preflight(std::string) {
    const Duration step{deps_.writer.figures().wall_step_ms};
    const bool healthy = deps_.writer.figures().health == embedded::Health::kOk;
    const auto age =
        admin_loop().context().clock.wall() - deps_.keys.keys()->current().created_at();
    std::vector<PreflightCheck> checks{
        {"clock", is_small_step(step), preflight_message("clock_step", {{"stepMs", step.count()}})},
        {"journal", healthy,
         preflight_message(healthy ? operate::PreflightCode{"journal_writable"}
                                   : "journal_not_writable")},
        disk_check(deps_.storage.folder),
        backup_check(deps_.storage),
        descriptor_check(),
        {"keys", true,
         preflight_message(
             "signing_key_age",
             {{"hours", std::chrono::duration_cast<std::chrono::hours>(age).count()}})},
    };
    if (cluster_.watch != nullptr)
        checks.push_back(co_await redis::ask_redis_settings(cluster_.watch->client()));
    co_return checks;
}

}  // namespace onsale::server
