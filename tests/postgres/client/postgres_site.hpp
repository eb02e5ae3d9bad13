#pragma once

#include <chrono>
#include <string>

#include "adapter/postgres/client/client.hpp"
#include "tests/support/on_loop.hpp"
#include "tests/support/server/postgres_server.hpp"

namespace onsale::postgres {

using namespace std::chrono_literals;
using namespace std::string_literals;
using boost::asio::awaitable;
using test::in;

inline constexpr Statement kTake{"take", "insert into seats values ($1, $2)"};
inline constexpr Statement kTakeAll{
    "take_all", "insert into seats select * from unnest($1::bigint[], $2::text[])"};
inline constexpr Statement kGive{"give", "update seats set owner = $2 where id = $1"};
inline constexpr Statement kLock{"lock", "select owner from seats where id = $1 for update"};
inline constexpr Statement kOwner{"owner", "select owner from seats where id = $1"};
inline constexpr Statement kSleep{"sleep", "select pg_sleep($1::int)::text"};

inline Command take(std::int64_t seat, const std::string& owner) {
    return {kTake, {seat, owner}};
}
inline Command unprepared(std::string_view sql) {
    return {Statement::unprepared(sql)};
}

inline Host host_of(const test::PostgresServer& server) {
    return {"127.0.0.1", server.port()};
}

inline Config config_of(std::vector<Host> hosts) {
    Config config;
    config.hosts = std::move(hosts);
    config.database = "postgres";
    config.user = "postgres";
    return config;
}

inline void make_seats(const test::PostgresServer& server) {
    (void)server.sql(
        "drop table if exists seats; "
        "create table seats(id bigint primary key, "
        "owner text not null constraint has_a_name check (owner <> ''))");
}

// One server for all cases that do not stop it.
inline test::PostgresServer& shared_server() {
    static test::PostgresServer server{{.settings = {"deadlock_timeout = 50ms"}}};
    return server;
}

// A table `seats`, empty at the start of each case.
class OnPostgres : public test::OnLoop {
  protected:
    void SetUp() override { make_seats(shared_server()); }

    static test::PostgresServer& server() { return shared_server(); }
    static std::string owner_of(std::int64_t seat) {
        return server().sql("select owner from seats where id = " + std::to_string(seat));
    }
    static std::string count() { return server().sql("select count(*) from seats"); }
    // Waits until somebody else's transaction is visible.
    void wait_for_owner(std::int64_t seat) {
        run_until([&] { return !owner_of(seat).empty(); });
    }
};

}  // namespace onsale::postgres
