#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/server/postgres_server.hpp"

namespace onsale::test {

// Makes the database `postgres` of the server a store without events and orders.
inline void make_empty_store(const PostgresServer& server) {
    if (server.sql("SELECT to_regclass('events') IS NOT NULL") == "t") {
        (void)server.sql(
            "TRUNCATE events, event_facts, lines, draw_secrets, halls, phase_guests, bars, codes, "
            "code_uses, orders, seat_owners RESTART IDENTITY CASCADE");
        return;
    }
    std::ifstream file{std::filesystem::path{ONSALE_MIGRATIONS} / "0001_store.sql"};
    std::ostringstream text;
    text << file.rdbuf();
    (void)server.sql(text.str());
}

}  // namespace onsale::test
