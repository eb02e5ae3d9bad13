#pragma once

#include <string>

#include "adapter/postgres/client/config.hpp"
#include "tests/support/server/store_schema.hpp"

namespace onsale::postgres {

// A server with the schema, shared by all cases of a program.
class OrderDatabase {
  public:
    OrderDatabase() { test::make_empty_store(server_); }

    static OrderDatabase& shared() {
        static OrderDatabase database;
        return database;
    }

    void empty() const {
        (void)server_.sql(
            "TRUNCATE orders, order_facts, order_calls, seat_owners, payments, refunds, outbox; "
            "ALTER SEQUENCE order_ids RESTART");
    }
    std::string sql(const std::string& text) const { return server_.sql(text); }
    std::uint16_t port() const { return server_.port(); }

    // Through a proxy, if its port is named.
    Config config(std::uint16_t port = 0) const {
        Config config;
        config.hosts = {{"127.0.0.1", port == 0 ? server_.port() : port}};
        config.database = "postgres";
        config.user = "postgres";
        return config;
    }

  private:
    test::PostgresServer server_{{.settings = {"deadlock_timeout = 50ms"}}};
};

}  // namespace onsale::postgres
