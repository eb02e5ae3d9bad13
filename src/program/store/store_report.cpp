#include "program/store/store_report.hpp"

#include <algorithm>
#include <string>

#include <boost/json/array.hpp>
#include <fmt/format.h>

#include "adapter/postgres/migration/schema_plan.hpp"
#include "base/time_text.hpp"

namespace onsale::program {
namespace {

namespace json = boost::json;
using postgres::DatabaseStatus;
using postgres::HostPart;
using postgres::StoreStatus;

json::value text_or_null(const std::optional<std::string>& text) {
    return text ? json::value(*text) : json::value(nullptr);
}

json::value bytes_or_null(std::optional<std::int64_t> bytes) {
    return bytes ? json::value(*bytes) : json::value(nullptr);
}

json::value lag_or_null(std::optional<Duration> lag) {
    return lag ? json::value(lag->count()) : json::value(nullptr);
}

json::array hosts_of(const StoreStatus& status) {
    json::array hosts;
    for (const auto& host : status.hosts)
        hosts.push_back(json::object{{"host", fmt::format("{}:{}", host.host.name, host.host.port)},
                                     {"is", to_word(host.part)},
                                     {"postgresql", host.server},
                                     {"lagMs", lag_or_null(host.lag)},
                                     {"why", host.words}});
    return hosts;
}

json::array standbys_of(const DatabaseStatus& database) {
    json::array standbys;
    for (const auto& standby : database.standbys)
        standbys.push_back(json::object{{"name", standby.name},
                                        {"state", text_or_null(standby.state)},
                                        {"sync", text_or_null(standby.sync)},
                                        {"bytesBehind", bytes_or_null(standby.bytes_behind)},
                                        {"lagMs", lag_or_null(standby.lag)}});
    return standbys;
}

// None: the schema serves this program.
std::optional<std::string> schema_problem(const DatabaseStatus& database,
                                          std::string_view version) {
    const auto ours = postgres::BinaryVersion::parse(version).value_or(postgres::BinaryVersion{});
    const auto pending =
        postgres::pending_migrations(database.schema, postgres::store_migrations(), ours);
    if (!pending) return pending.error().words;
    if (pending->empty()) return std::nullopt;
    return fmt::format("{} migrations are pending: onsale store migrate --plan", pending->size());
}

json::object schema_of(const DatabaseStatus& database) {
    const auto& applied = database.schema.applied;
    if (applied.empty()) return json::object{{"version", 0}};
    return {{"version", applied.back().version},
            {"name", applied.back().name},
            {"servesOnsale", applied.back().oldest_binary},
            {"appliedAt", format_iso_time(applied.back().applied_at)},
            {"appliedBy", applied.back().applied_by}};
}

json::object database_of(const DatabaseStatus& database) {
    json::object body{{"name", database.schema.database},
                      {"user", database.schema.user},
                      {"bytes", database.bytes},
                      {"reader", database.has_reader}};
    body["schema"] = schema_of(database);
    if (database.deployment)
        body["deployment"] =
            json::object{{"id", database.deployment->id},
                         {"state", database.deployment->state},
                         {"since", format_iso_time(database.deployment->created_at)}};
    return body;
}

void warn_of_standbys(const DatabaseStatus& database, bool synchronous, json::array& warnings) {
    if (synchronous && (database.synchronous_standbys.empty() || !database.commits_wait))
        warnings.emplace_back(
            "commits do not wait for a standby, so a lost disk loses sales: set "
            "synchronous_standby_names and synchronous_commit of the server, or "
            "postgres.synchronous = false");
    const bool hidden =
        std::ranges::any_of(database.standbys, [](const auto& standby) { return !standby.state; });
    if (hidden)
        warnings.push_back(json::string{
            fmt::format("the user may not see how far standbys are behind: GRANT pg_monitor TO {}",
                        database.schema.user)});
}

void warn_of_database(const DatabaseStatus& database, json::array& warnings) {
    if (!database.schema.applied.empty() && !database.has_reader)
        warnings.emplace_back(
            "the role onsale_reader is missing, so nobody else may read the views of the schema "
            "report: see docs/format/postgres.md");
}

}  // namespace

StoreReport report_of(const StoreStatus& status, bool synchronous, std::string_view version) {
    const auto primaries =
        std::ranges::count(status.hosts, HostPart::kPrimary, &postgres::HostStatus::part);
    json::array warnings;
    if (primaries == 0) warnings.emplace_back("no primary answers, so nothing can be sold");
    if (primaries > 1)
        warnings.emplace_back(
            "more than one host takes writes: stop the one that was replaced at once");
    StoreReport report{.body = json::object{{"hosts", hosts_of(status)}}, .serves = primaries == 1};
    if (status.database) {
        const DatabaseStatus& database = *status.database;
        report.body["standbys"] = standbys_of(database);
        report.body["database"] = database_of(database);
        if (const auto problem = schema_problem(database, version)) {
            report.serves = false;
            warnings.push_back(json::string{*problem});
        }
        warn_of_standbys(database, synchronous, warnings);
        warn_of_database(database, warnings);
    }
    report.body["serves"] = report.serves;
    report.body["warnings"] = std::move(warnings);
    return report;
}

}  // namespace onsale::program
