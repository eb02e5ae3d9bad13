#include "tests/postgres/story/story.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace onsale::postgres {
namespace {

// A story that finds a planted bug passes without it.
constexpr std::uint64_t kSeeds = 12;
constexpr int kSteps = 200;

TEST(OrderStory, TheRowsDecideAsTheEngineDoes) {
    std::size_t paid = 0;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        SCOPED_TRACE(seed);
        Story story{OrderDatabase::shared(), seed};
        story.play(kSteps);
        story.race();
        paid += story.paid();
    }
    EXPECT_GT(paid, 50u) << "the stories sell too little to tell anything";
}

std::string on_row(const std::string& name, const std::string& when, const std::string& does) {
    return "CREATE FUNCTION " + name + "() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN " + does +
           " RETURN NEW; END $$; CREATE TRIGGER " + name + " BEFORE " + when +
           " FOR EACH ROW EXECUTE FUNCTION " + name + "();";
}

// A bug in the statements: a trigger that does what a wrong statement would do.
struct RowBug {
    std::string name;
    std::string when;
    std::string does;
};

class PlantedBugs : public testing::Test {
  protected:
    static const OrderDatabase& database() { return OrderDatabase::shared(); }

    // Plays stories until one of them fails.
    static bool is_found() {
        for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
            try {
                Story story{database(), seed};
                story.play(kSteps);
                story.race();
            } catch (const StoryFailed&) {
                return true;
            }
        }
        return false;
    }
};

TEST_F(PlantedBugs, AreFoundWhereverAStatementForgetsSomething) {
    const std::vector<RowBug> bugs = {
        {"seat_not_ended", "UPDATE ON seat_owners",
         "IF NEW.state = 1 THEN NEW.ended_at := NULL; END IF;"},
        {"seat_not_sold", "UPDATE ON seat_owners",
         "IF NEW.state = 2 AND OLD.state = 1 THEN NEW.state := 1; END IF;"},
        {"refund_without_a_turn", "INSERT ON seat_owners",
         "IF NEW.state = 3 THEN RETURN NULL; END IF;"},
        {"message_missing", "INSERT ON outbox",
         "IF NEW.type = 'BOOKING_COMPLETED' THEN RETURN NULL; END IF;"},
        {"facts_missing", "INSERT ON order_facts", "IF NEW.seq = 3 THEN RETURN NULL; END IF;"},
        {"call_forgotten", "INSERT ON order_calls", "RETURN NULL;"},
        {"payment_not_reduced", "UPDATE ON payments",
         "NEW.refunded := OLD.refunded; NEW.status := OLD.status;"},
        {"refund_stays", "UPDATE ON refunds", "RETURN NULL;"},
        {"nothing_is_due", "INSERT OR UPDATE ON orders", "NEW.due_at := NULL;"},
        {"deadline_stays", "UPDATE ON orders",
         "IF NEW.state = 1 AND OLD.state = 1 THEN NEW.waits_until := OLD.waits_until; END IF;"},
        {"bought_seats_do_not_count", "UPDATE ON orders", "NEW.seats := 0;"},
        {"body_stays", "UPDATE ON orders", "NEW.body := OLD.body;"},
    };
    for (const RowBug& bug : bugs) {
        (void)database().sql(on_row(bug.name, bug.when, bug.does));
        EXPECT_TRUE(is_found()) << bug.name;
        (void)database().sql("DROP FUNCTION " + bug.name + " CASCADE");
    }
}

TEST_F(PlantedBugs, AreFoundWithoutOneOwner) {
    (void)database().sql("DROP INDEX one_owner");
    EXPECT_TRUE(is_found());
    database().empty();
    (void)database().sql(
        "CREATE UNIQUE INDEX one_owner ON seat_owners (performance_id, seat)"
        " WHERE ended_at IS NULL");
}

TEST_F(PlantedBugs, AreFoundWithoutCompareAndSet) {
    const std::string text = database().sql("SELECT pg_get_functiondef('store_expect'::regproc)");
    (void)database().sql(
        "CREATE OR REPLACE FUNCTION store_expect(counted bigint, expected bigint) RETURNS bigint"
        " LANGUAGE sql AS 'SELECT $1'");
    EXPECT_TRUE(is_found());
    (void)database().sql(text);
}

}  // namespace
}  // namespace onsale::postgres
