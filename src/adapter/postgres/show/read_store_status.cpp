#include "adapter/postgres/show/read_store_status.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "adapter/postgres/client/client.hpp"

namespace onsale::postgres {

using boost::asio::awaitable;

namespace {

// A standby that has applied all that it has received is not behind, however old that is.
constexpr std::string_view kHost = R"(
    SELECT pg_is_in_recovery(), current_setting('server_version'),
           CASE WHEN NOT pg_is_in_recovery() THEN NULL
                WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0
                ELSE extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000
           END::bigint)";

constexpr std::string_view kDatabase = R"(
    SELECT pg_database_size(current_database()),
           EXISTS (SELECT FROM pg_roles WHERE rolname = 'onsale_reader'),
           current_setting('synchronous_standby_names'),
           current_setting('synchronous_commit') NOT IN ('off', 'local'))";

constexpr std::string_view kStandbys = R"(
    SELECT coalesce(application_name, ''), state, sync_state,
           pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
                                ELSE pg_current_wal_lsn() END, replay_lsn)::bigint,
           (extract(epoch FROM replay_lag) * 1000)::bigint
    FROM pg_stat_replication ORDER BY application_name, pid LIMIT 20)";

constexpr std::string_view kDeployment = "SELECT id::text, state, created_at FROM deployment";

Command ask(std::string_view sql) {
    return {Statement::unprepared(sql)};
}

std::optional<Duration> milliseconds(std::optional<std::int64_t> count) {
    return count ? std::optional{Duration{*count}} : std::nullopt;
}

HostStatus host_of(const Host& host, const Rows& rows) {
    const auto [is_standby, server, lag] =
        rows.row<bool, std::string, std::optional<std::int64_t>>(0);
    return {.host = host,
            .part = is_standby ? HostPart::kStandby : HostPart::kPrimary,
            .server = server.substr(0, server.find(' ')),
            .lag = milliseconds(lag)};
}

std::vector<StandbyStatus> standbys_of(const Rows& rows) {
    std::vector<StandbyStatus> standbys;
    for (auto& [name, state, sync, bytes, lag] :
         rows.all<std::string, std::optional<std::string>, std::optional<std::string>,
                  std::optional<std::int64_t>, std::optional<std::int64_t>>())
        standbys.push_back({name, state, sync, bytes, milliseconds(lag)});
    return standbys;
}

// None: the server refuses or is gone.
awaitable<std::optional<DatabaseStatus>> read_database(Transaction& reading) {
    const auto schema = co_await read_schema(reading);
    if (!schema) co_return std::nullopt;
    const auto answers = co_await reading.run({ask(kDatabase), ask(kStandbys)});
    if (!answers) co_return std::nullopt;
    const auto [bytes, has_reader, standbys, commits_wait] =
        answers->front().row<std::int64_t, bool, std::string, bool>(0);
    DatabaseStatus status{.schema = *schema,
                          .bytes = bytes,
                          .has_reader = has_reader,
                          .synchronous_standbys = standbys,
                          .commits_wait = commits_wait,
                          .standbys = standbys_of(answers->back())};
    if (status.schema.applied.empty()) co_return status;
    const auto rows = co_await reading.run({ask(kDeployment)});
    if (!rows || rows->front().size() != 1) co_return status;
    const auto [id, state, created_at] = rows->front().row<std::string, std::string, Instant>(0);
    status.deployment = DeploymentStatus{id, state, created_at};
    co_return status;
}

// What one host says of itself and of the database.
struct HostAnswer {
    HostStatus host;
    std::optional<DatabaseStatus> database;
};

awaitable<HostAnswer> ask_host(boost::asio::io_context& loop, Config config, Deadline deadline) {
    const Host host = config.hosts.front();
    Client client{loop, std::move(config)};
    auto reading = co_await client.begin(Access::kReadOnly, deadline);
    if (!reading) co_return HostAnswer{{.host = host, .words = reading.error().words}, {}};
    const auto answers = co_await reading->run({ask(kHost)});
    if (!answers) co_return HostAnswer{{.host = host, .words = answers.error().words}, {}};
    const HostStatus status = host_of(host, answers->front());
    co_return HostAnswer{status, co_await read_database(*reading)};
}

}  // namespace

awaitable<StoreStatus> read_store_status(boost::asio::io_context& loop, Config config,
                                         std::chrono::milliseconds within) {
    StoreStatus status;
    config.role = Role::kAny;
    HostPart shown = HostPart::kNoAnswer;
    for (const Host& host : std::vector{config.hosts}) {
        config.hosts = {host};
        HostAnswer answer =
            co_await ask_host(loop, config, std::chrono::steady_clock::now() + within);
        status.hosts.push_back(answer.host);
        const bool is_better = answer.host.part == HostPart::kPrimary && shown != answer.host.part;
        if (!answer.database || (status.database && !is_better)) continue;
        shown = answer.host.part;
        status.database = std::move(answer.database);
    }
    co_return status;
}

}  // namespace onsale::postgres
