// What the schema refuses whatever a statement does, and what a reader may see.
#include <stdexcept>

#include <gtest/gtest.h>

#include "tests/postgres/migration/migration_site.hpp"

namespace onsale::postgres {
namespace {

class GuardTest : public OnDatabase {
  protected:
    void SetUp() override {
        OnDatabase::SetUp();
        ASSERT_TRUE(migrate(options()).has_value());
    }

    // The constraint or index that refuses the statement; empty: it is done.
    std::string refused_by(const std::string& statement) const {
        try {
            (void)sql(statement);
            return "";
        } catch (const std::runtime_error& error) {
            const std::string words = error.what();
            const auto from = words.find("constraint \"") + 12;
            EXPECT_TRUE(words.contains("constraint \"")) << words;
            return words.substr(from, words.find('"', from) - from);
        }
    }
    // A seat that is being paid. The order is any: hot tables have no foreign keys.
    static std::string own(int seat, int turn, const std::string& ended = "NULL") {
        return "INSERT INTO seat_owners (performance_id, seat, turn, event_id, state, order_id, "
               "since, ended_at) VALUES (1, " +
               std::to_string(seat) + ", " + std::to_string(turn) + ", 1, 1, 7, now(), " + ended +
               ")";
    }
    static std::string pay(const std::string& columns, const std::string& values) {
        return "INSERT INTO payments (id, order_id, charge, provider, merchant, pg_tid, currency, "
               "status, created_at, " +
               columns + ") VALUES (1792, 7, 0, 1, 'm', 't', 'KRW', 'CONFIRMED', now(), " + values +
               ")";
    }
};

TEST_F(GuardTest, ASeatHasOneOwner) {
    EXPECT_EQ(refused_by(own(4, 1)), "");
    EXPECT_EQ(refused_by(own(4, 2)), "one_owner");
    EXPECT_EQ(refused_by(own(5, 1)), "") << "another seat";
    EXPECT_EQ(refused_by("UPDATE seat_owners SET ended_at = now() WHERE seat = 4"), "");
    EXPECT_EQ(refused_by(own(4, 2)), "") << "after the first one has ended";
    EXPECT_EQ(refused_by("UPDATE seat_owners SET ended_at = NULL WHERE seat = 4 AND turn = 1"),
              "one_owner");
}

TEST_F(GuardTest, MoneyIsPositiveAndNoMoreOfItGoesBackThanCame) {
    EXPECT_EQ(refused_by(pay("amount", "0")), "payments_amount_check");
    EXPECT_EQ(refused_by(pay("amount, refunded", "100, 101")), "refunded_within_amount");
    EXPECT_EQ(refused_by(pay("amount, refunded", "100, -1")), "refunded_within_amount");
    EXPECT_EQ(refused_by(pay("amount, refunded", "100, 100")), "");
    EXPECT_EQ(refused_by("UPDATE payments SET refunded = 101"), "refunded_within_amount");
    EXPECT_EQ(refused_by("INSERT INTO refunds (order_id, refund, payment_id, why, state, amount, "
                         "requested_at) VALUES (7, 0, 1792, 0, 0, -1, now())"),
              "refunds_amount_check");
}

TEST_F(GuardTest, ACodeIsNotUsedMoreOftenThanItMay) {
    (void)sql(
        "INSERT INTO events (id, key, seq, lifecycle, published, name, time_zone, open_date, "
        "last_at) VALUES (1, 'a', 0, 0, false, 'A', 'UTC', now(), now());"
        "INSERT INTO codes VALUES (1, 'fans', decode(repeat('00', 32), 'hex'), 1, 1)");
    EXPECT_EQ(refused_by("UPDATE codes SET uses_left = uses_left - 1"), "");
    EXPECT_EQ(refused_by("UPDATE codes SET uses_left = uses_left - 1"), "codes_check");
}

TEST_F(GuardTest, AReaderSeesEachViewAndNoTable) {
    (void)sql("CREATE ROLE analyst LOGIN IN ROLE onsale_reader");
    const auto visible = [&](const std::string& kinds) {
        return sql(
            "SELECT count(*) || ' of ' || count(*) FILTER (WHERE "
            "has_table_privilege('analyst', oid, 'SELECT')) FROM pg_class "
            "WHERE relnamespace IN ('public'::regnamespace, 'report'::regnamespace) "
            "AND relkind IN (" +
            kinds + ")");
    };
    const std::string views = sql("SELECT count(*) FROM pg_views WHERE schemaname = 'report'");
    EXPECT_EQ(visible("'v'"), views + " of " + views);
    EXPECT_TRUE(visible("'r', 'S'").ends_with(" of 0")) << visible("'r', 'S'");

    Config config = this->config();
    config.user = "analyst";
    Client analyst{loop, config};
    const auto ask = [&](std::string_view text) {
        return run(analyst.run_alone({Statement::unprepared(text)}, in(10s)));
    };
    EXPECT_TRUE(ask("SELECT * FROM report.orders").has_value());
    EXPECT_TRUE(ask("SELECT report.order_code(1)").has_value());
    EXPECT_EQ(ask("SELECT * FROM orders").error().cause, CallCause::kPermission);
    EXPECT_EQ(ask("SELECT * FROM draw_secrets").error().cause, CallCause::kPermission);
    EXPECT_EQ(ask("DELETE FROM report.events").error().cause, CallCause::kPermission);
    analyst.close();
    (void)sql("DROP ROLE analyst; DROP OWNED BY onsale_reader");
}

TEST_F(GuardTest, OrderCodesAreThoseThatPeopleSee) {
    EXPECT_EQ(sql("SELECT report.order_code(0)"), "O-0000000000000");
    EXPECT_EQ(sql("SELECT report.order_code(33)"), "O-0000000000011");
    EXPECT_EQ(sql("SELECT report.order_code(-1)"), "O-FZZZZZZZZZZZZ");
}

using ReaderTest = OnDatabase;

// As in a managed database: the sale goes on without the role.
TEST_F(ReaderTest, AUserWhoMayNotMakeRolesMigratesAllTheSame) {
    (void)server().sql("ALTER ROLE seller NOCREATEROLE");
    const auto migrated = migrate(options());
    (void)server().sql("ALTER ROLE seller CREATEROLE");
    ASSERT_TRUE(migrated.has_value()) << migrated.error().words;
    EXPECT_EQ(server().sql("SELECT count(*) FROM pg_roles WHERE rolname = 'onsale_reader'"), "0");
    EXPECT_TRUE(has_table("report.orders"));
}

}  // namespace
}  // namespace onsale::postgres
