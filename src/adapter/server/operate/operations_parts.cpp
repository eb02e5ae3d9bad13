// The state of every part of this process, for the operator's health page.
#include <filesystem>

#include "adapter/embedded/journal/journal.hpp"
#include "adapter/http/api/context/health.hpp"
#include "adapter/server/operate/cluster_watch.hpp"
#include "adapter/server/operate/machine_state.hpp"
#include "adapter/server/operate/server_operations.hpp"
#include "operate/domain/message_codes.hpp"

namespace onsale::server {
namespace {

using operate::part_message;
using operate::PartCode;
using operate::PartReport;
using operate::PartState;
using Number = std::optional<std::int64_t>;

// Messages are normally applied within a second. This backlog is half a minute of the hottest sale.
constexpr std::uint64_t kBehindAllowed = 10'000;
// A snapshot is due every minute, but only if something changed.
constexpr const char* kSnapshots[] = {"snapshot-a", "snapshot-b"};

Number signed_of(std::uint64_t value) {
    return static_cast<std::int64_t>(value);
}

Number file_bytes(const std::filesystem::path& path) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    return error ? Number{} : signed_of(size);
}

Number ms_of(const std::optional<Duration>& time) {
    return time ? Number{time->count()} : Number{};
}

struct AgeCodes {
    PartCode seconds;
    PartCode minutes;
};
operate::Message age_message(std::int64_t ms, AgeCodes codes) {
    constexpr std::int64_t kSecond = 1'000;
    constexpr std::int64_t kMinute = 60 * kSecond;
    return ms < kMinute ? part_message(codes.seconds, {{"seconds", ms / kSecond}})
                        : part_message(codes.minutes, {{"minutes", ms / kMinute}});
}

PartReport journal_part(const embedded::Storage& storage, embedded::Health health) {
    PartReport part{.part = "journal", .detail = part_message("journal_saves")};
    if (health == embedded::Health::kDiskFull)
        part = {.part = "journal",
                .state = PartState::kFailed,
                .detail = part_message("journal_disk_full")};
    else if (health != embedded::Health::kOk)
        part = {.part = "journal",
                .state = PartState::kFailed,
                .detail = part_message("journal_failed")};
    part.numbers = {{"fileBytes", file_bytes(storage.path(embedded::kDatabaseFile))},
                    {"walBytes", file_bytes(storage.path(embedded::kWalFile))}};
    return part;
}

PartReport writer_part(const embedded::Writer& writer, std::size_t depth_max) {
    const std::size_t depth = writer.queue_depth();
    const bool full = depth > depth_max / 2;
    return {.part = "writer",
            .state = full ? PartState::kAttention : PartState::kOk,
            .detail =
                part_message("writer_queue", {{"queueDepth", depth}, {"queueDepthMax", depth_max}}),
            .numbers = {{"queueDepth", signed_of(depth)},
                        {"queueDepthMax", signed_of(depth_max)},
                        {"batches", signed_of(writer.figures().batches)},
                        {"commitMaxUs", signed_of(writer.figures().commit_us_max)}}};
}

PartReport view_part(const operate::Readiness& readiness) {
    const Number age = ms_of(readiness.view_age);
    return {.part = "view",
            .state = readiness.view_stale ? PartState::kFailed : PartState::kOk,
            .detail = readiness.view_stale
                          ? part_message("view_stale")
                          : part_message("view_current", {{"events", readiness.events}}),
            .numbers = {{"events", signed_of(readiness.events)}, {"ageMs", age}}};
}

PartReport outbox_part(const embedded::Courier& courier, std::uint64_t messages) {
    const std::uint64_t aside = courier.dead_letters();
    const std::uint64_t behind = courier.behind();
    const bool fine = aside == 0 && (behind < kBehindAllowed || courier.rebuilding());
    return {.part = "outbox",
            .state = fine ? PartState::kOk : PartState::kAttention,
            .detail = aside != 0 ? part_message("outbox_put_aside", {{"putAside", aside}})
                                 : part_message("outbox_behind", {{"behind", behind}}),
            .numbers = {{"messages", signed_of(messages)},
                        {"behind", signed_of(behind)},
                        {"putAside", signed_of(aside)},
                        {"rebuilding", courier.rebuilding() ? 1 : 0}}};
}

PartReport snapshot_part(const embedded::Storage& storage, std::uint64_t taken) {
    Number age;
    for (const char* const name : kSnapshots)
        if (const Number one = ms_of(file_age(storage.path(name))))
            age = std::min(age.value_or(*one), *one);
    return {.part = "snapshot",
            .detail = age ? age_message(*age, {"snapshot_seconds", "snapshot_minutes"})
                          : part_message("snapshot_none"),
            .numbers = {{"ageMs", age}, {"taken", signed_of(taken)}}};
}

PartReport backup_part(const embedded::Storage& storage) {
    const BackupAge backup = backup_age(storage);
    const Number age = ms_of(backup.age);
    return {.part = "backup",
            .state = backup.is_recent() ? PartState::kOk : PartState::kAttention,
            .detail = age ? age_message(*age, {"backup_seconds", "backup_minutes"})
                          : part_message("backup_none"),
            .numbers = {{"ageMs", age}}};
}

PartReport disk_part(const std::string& folder) {
    const DiskSpace disk = disk_space(folder);
    return {
        .part = "disk",
        .state = disk.is_enough() ? PartState::kOk : PartState::kAttention,
        .detail = part_message("disk_free", {{"freeMib", disk.free >> 20}}),
        .numbers = {{"freeBytes", signed_of(disk.free)}, {"totalBytes", signed_of(disk.total)}}};
}

PartReport clock_part(Duration step, const Number& ahead) {
    return {.part = "clock",
            .state = is_small_step(step) ? PartState::kOk : PartState::kAttention,
            .detail = part_message("clock_step", {{"stepMs", step.count()}}),
            .numbers = {{"stepMs", step.count()}, {"aheadMs", ahead}}};
}

PartReport descriptors_part() {
    const DescriptorLimit limit = descriptor_limit();
    return {.part = "descriptors",
            .state = limit.is_enough() ? PartState::kOk : PartState::kAttention,
            .detail = part_message(
                "descriptors", {{"allowed", limit.allowed}, {"wanted", DescriptorLimit::kWanted}}),
            .numbers = {{"allowed", signed_of(limit.allowed)}}};
}

Number age_of(const std::optional<Instant>& at, Instant now) {
    if (!at) return std::nullopt;
    return std::max<std::int64_t>(0, (now - *at).count());
}

PartReport provider_part(const http::LoopContext& context, const payment::Provider& provider) {
    const sale::ProviderFigures told = context.figures.of(provider.id);
    const Instant now = context.clock.now();
    const bool silent = told.last_unknown && told.last_unknown > told.last_approved;
    return {.part = "provider",
            .name = provider.word,
            .state = silent ? PartState::kAttention : PartState::kOk,
            .detail = silent ? part_message("provider_silent")
                             : part_message("provider_approved", {{"approved", told.approved}}),
            .numbers = {{"approved", signed_of(told.approved)},
                        {"declined", signed_of(told.declined)},
                        {"unknown", signed_of(told.unknown)},
                        {"lastSuccessAgeMs", age_of(told.last_approved, now)},
                        {"lastUnknownAgeMs", age_of(told.last_unknown, now)}}};
}

PartReport redis_part(bool answers, const operate::Readiness& readiness) {
    const Number age = ms_of(readiness.view_age);
    return {.part = "redis",
            .state = answers ? PartState::kOk : PartState::kFailed,
            .detail = part_message(answers ? PartCode{"redis_answers"} : "redis_gone"),
            .numbers = {{"viewAgeMs", age}}};
}

}  // namespace

boost::asio::awaitable<operate::PartsReport> ServerOperations::parts() {
    if (cluster_.watch != nullptr) co_await cluster_.watch->look();
    const http::LoopContext& context = admin_loop().context();
    const operate::Readiness ready = co_await readiness();
    operate::PartsReport report{.mode = deps_.settings.mode,
                                .process = deps_.settings.process,
                                .version = deps_.settings.version,
                                .started_at = deps_.started_at,
                                .parts = {},
                                .processes = {},
                                .redis_nodes = {}};
    const embedded::WriterFigures& figures = deps_.writer.figures();
    const auto ahead = cluster_.clock_ahead ? Number{cluster_.clock_ahead().count()} : Number{};
    report.parts = {journal_part(deps_.storage, figures.health),
                    writer_part(deps_.writer, deps_.settings.queue_depth_max),
                    view_part(ready),
                    outbox_part(deps_.courier, figures.messages),
                    snapshot_part(deps_.storage, deps_.housekeeper.snapshots_taken()),
                    backup_part(deps_.storage),
                    disk_part(deps_.storage.folder),
                    clock_part(Duration{figures.wall_step_ms}, ahead),
                    descriptors_part()};
    for (const payment::Provider& provider : context.providers)
        report.parts.push_back(provider_part(context, provider));
    if (cluster_.watch == nullptr) co_return report;
    report.parts.push_back(redis_part(cluster_.watch->answers(), ready));
    report.processes = cluster_.watch->processes(context.clock.now());
    report.redis_nodes = cluster_.watch->nodes(std::chrono::steady_clock::now());
    co_return report;
}

}  // namespace onsale::server
