#include "program/operate/serve_backend.hpp"

#include <filesystem>

#include <boost/json/object.hpp>
#include <sys/resource.h>
#include <sys/statvfs.h>

#include "adapter/embedded/backup/backup.hpp"
#include "adapter/embedded/journal/journal.hpp"
#include "adapter/embedded/report/reports.hpp"
#include "adapter/http/api/measure/metrics_report.hpp"
#include "adapter/http/api/measure/metrics_text.hpp"
#include "adapter/http/operator/call/message_words.hpp"
#include "adapter/http/operator/report/sale_numbers.hpp"
#include "base/time_text.hpp"
#include "program/cluster/cluster_watch.hpp"
#include "program/cluster/redis_settings.hpp"
#include "program/operate/answer_on.hpp"
#include "program/operate/gather_numbers.hpp"
#include "program/operate/gather_readiness.hpp"
#include "program/serve/embedded_ports.hpp"
#include "program/serve/serve_limits.hpp"
#include "runtime/log.hpp"
#include "runtime/system_time.hpp"

namespace onsale::program {

using boost::asio::awaitable;
using http::AdminFailure;
using http::preflight_finding;
using http::PreflightCheck;

namespace {

std::uint64_t file_size(const std::filesystem::path& path) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    return error ? 0 : size;
}

std::uint64_t free_bytes(const std::string& folder) {
    struct statvfs status{};
    if (::statvfs(folder.c_str(), &status) != 0) return 0;
    return std::uint64_t{status.f_bavail} * status.f_frsize;
}

PreflightCheck disk_check(const std::string& folder) {
    const std::uint64_t free = free_bytes(folder);
    return {"disk", free >= kFreeDiskWanted,
            preflight_finding("disk_free",
                              {{"freeMib", free >> 20}, {"wantedMib", kFreeDiskWanted >> 20}})};
}

PreflightCheck backup_check(const embedded::Storage& storage) {
    std::error_code error;
    const auto written = std::filesystem::last_write_time(storage.path(kBackupMark), error);
    if (error) return {"backup", false, preflight_finding("backup_none"), true};
    const auto age = std::filesystem::file_time_type::clock::now() - written;
    const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(age);
    return {"backup", age <= kBackupAgeAllowed,
            preflight_finding("backup_age", {{"minutes", minutes.count()}}), true};
}

PreflightCheck descriptor_check() {
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    return {"descriptors", limit.rlim_cur >= kDescriptorsWanted,
            preflight_finding("descriptors",
                              {{"allowed", limit.rlim_cur}, {"wanted", kDescriptorsWanted}}),
            true};
}

boost::json::object read_journal_stats(const embedded::Storage& storage) {
    embedded::Database database{storage, embedded::kDatabaseFile,
                                embedded::Database::Mode::kReadOnly};
    auto rows = database.prepare(
        "SELECT count(*), coalesce(max(seq), 0), coalesce(sum(length(facts)), 0),"
        " coalesce(min(at), 0), coalesce(max(at), 0) FROM journal");
    rows.step();
    return {{"rows", rows.integer(0)},
            {"lastSeq", rows.integer(1)},
            {"factBytes", rows.integer(2)},
            {"firstAt", format_iso_time(instant_from_ms(rows.integer(3)))},
            {"lastAt", format_iso_time(instant_from_ms(rows.integer(4)))},
            {"fileBytes", file_size(storage.path(embedded::kDatabaseFile))},
            {"walBytes", file_size(storage.path(embedded::kWalFile))},
            {"schema", embedded::kSchemaVersion}};
}

http::WriterNumbers numbers_of(const embedded::Writer& writer) {
    const embedded::WriterFigures& figures = writer.figures();
    return {.batches = figures.batches,
            .commands = figures.commands,
            .facts = figures.facts,
            .commit_us_total = figures.commit_us_total,
            .commit_us_max = figures.commit_us_max,
            .batch_commands_max = figures.batch_commands_max,
            .queue_depth = writer.queue_depth(),
            .wall_step_ms = figures.wall_step_ms,
            .healthy = figures.health == embedded::Health::kOk};
}

}  // namespace

template <class Answer>
awaitable<Answer> ServerBackend::on_housekeeper(std::function<Answer()> work, Answer if_busy) {
    return answer_on<Answer>(
        admin_loop().io(), [this, work = std::move(work), if_busy = std::move(if_busy)](auto done) {
            if (!parts_.housekeeper.do_work([work, done] { done(work()); })) done(if_busy);
        });
}

bool ServerBackend::accepts_key(std::string_view presented) const {
    return parts_.owner_key.matches(presented);
}

bool ServerBackend::accepts_metrics_key(std::string_view presented) const {
    return parts_.metrics_key && parts_.metrics_key->matches(presented);
}

awaitable<http::Readiness> ServerBackend::readiness() {
    http::Readiness readiness = co_await gather_readiness(admin_loop(), parts_.loops());
    readiness.journal = degraded_by(parts_.writer.figures().health);
    co_return readiness;
}

awaitable<Result<std::uint8_t, AdminFailure>> ServerBackend::rotate_keys() {
    const auto now = std::chrono::floor<std::chrono::seconds>(admin_loop().context().clock.wall());
    auto rotated = parts_.keys.rotate(now);
    if (!rotated)
        co_return fail(AdminFailure{"the file keys in the data folder cannot be written"});
    if (!parts_.shares_keys)
        for (ServingLoop* const loop : parts_.loops())
            loop->post([keys = *rotated](ServingLoop& self) { self.context().keys = keys; });
    runtime::log(runtime::LogLevel::kInfo, "signing key rotated",
                 {{"kid", std::to_string((*rotated)->current().kid())}});
    co_return (*rotated)->current().kid();
}

awaitable<boost::json::object> ServerBackend::journal_stats() {
    std::function<boost::json::object()> work = [this] {
        boost::json::object stats = read_journal_stats(parts_.storage);
        stats["snapshotsTaken"] = parts_.housekeeper.snapshots_taken();
        stats["checkpointsDone"] = parts_.housekeeper.checkpoints_done();
        return stats;
    };
    co_return co_await on_housekeeper(std::move(work), boost::json::object{});
}

awaitable<Result<std::vector<http::ReportLine>, AdminFailure>> ServerBackend::report(
    http::ReportAsk ask) {
    using Read = Result<std::vector<http::ReportLine>, AdminFailure>;
    std::function<Read()> work = [this, ask = std::move(ask)]() -> Read {
        try {
            std::vector<http::ReportLine> lines;
            const auto table = embedded::read_report(parts_.storage, {ask.event, ask.from, ask.to});
            for (const auto& [key, sums] : table)
                lines.push_back({key.day, key.performance, key.grade, key.price_type, key.provider,
                                 key.currency, sums.seats_sold, sums.seats_returned, sums.gross,
                                 sums.fees, sums.refunds, sums.captured, sums.paid_back,
                                 sums.discounts});
            return lines;
        } catch (const std::exception& error) {
            return fail(AdminFailure{error.what()});
        }
    };
    co_return co_await on_housekeeper(std::move(work), Read{fail(AdminFailure{"busy; try again"})});
}

awaitable<Result<std::uint64_t, AdminFailure>> ServerBackend::backup(std::string file) {
    using Made = Result<std::uint64_t, AdminFailure>;
    std::function<Made()> work = [this, file = std::move(file)]() -> Made {
        try {
            embedded::make_backup(parts_.storage, file);
            auto mark = embedded::PlainFile::open(parts_.storage, kBackupMark,
                                                  embedded::PlainFile::Mode::kWrite);
            if (mark) (void)mark->write(format_iso_time(runtime::SystemTime{}.wall()), 0);
            return file_size(file);
        } catch (const std::exception& error) {
            return fail(AdminFailure{error.what()});
        }
    };
    co_return co_await on_housekeeper(std::move(work), Made{fail(AdminFailure{"busy; try again"})});
}

awaitable<bool> ServerBackend::in_background(std::function<void()> work) {
    co_return co_await answer_on<bool>(admin_loop().io(), [&](std::function<void(bool)> done) {
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

awaitable<std::string> ServerBackend::metrics_text() {
    const auto numbers = co_await gather_numbers(admin_loop(), parts_.loops());
    http::MetricsText text;
    http::report(text, numbers->metrics);
    http::report(text, numbers->counters);
    http::report(text, numbers_of(parts_.writer));
    if (parts_.config.redis.mode != RedisMode::kOff) http::report(text, numbers->redis);
    const http::LoopContext& context = admin_loop().context();
    http::report(text, context.view, context.clock.now());
    http::report(text, http::live_source(context), context.clock.now());
    co_return text.take();
}

awaitable<std::vector<PreflightCheck>> ServerBackend::preflight(std::string) {
    const Duration step{parts_.writer.figures().wall_step_ms};
    const bool healthy = parts_.writer.figures().health == embedded::Health::kOk;
    const auto age =
        admin_loop().context().clock.wall() - parts_.keys.keys()->current().created_at();
    std::vector<PreflightCheck> checks{
        {"clock", step > -kClockStepAllowed && step < kClockStepAllowed,
         preflight_finding("clock_step", {{"stepMs", step.count()}})},
        {"journal", healthy,
         preflight_finding(healthy ? http::PreflightCode{"journal_writable"}
                                   : "journal_not_writable")},
        disk_check(parts_.storage.folder),
        backup_check(parts_.storage),
        descriptor_check(),
        {"keys", true,
         preflight_finding(
             "signing_key_age",
             {{"hours", std::chrono::duration_cast<std::chrono::hours>(age).count()}})},
    };
    if (cluster_.watch != nullptr)
        checks.push_back(co_await ask_redis_settings(cluster_.watch->client()));
    co_return checks;
}

}  // namespace onsale::program
