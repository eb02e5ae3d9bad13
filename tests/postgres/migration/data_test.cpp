// Migrations of a database that has data and is written to meanwhile, by programs that do not know
// of the migration.
#include <memory>

#include <gtest/gtest.h>

#include "tests/postgres/migration/migration_site.hpp"

namespace onsale::postgres {
namespace {

constexpr int kTickets = 2'500;

const std::vector<Migration> kColoured =
    first_and({make_migration(2, "colour", R"(-- oldest binary: 1.0.0
ALTER TABLE tickets ADD COLUMN colour text;
CREATE VIEW coloured AS SELECT id, coalesce(colour, 'grey') AS colour FROM tickets;
)"),
               make_migration(3, "colour_all", R"(-- oldest binary: 1.0.0
-- repeated
UPDATE tickets SET colour = CASE WHEN id % 2 = 0 THEN 'red' ELSE 'blue' END
WHERE id IN (SELECT id FROM tickets WHERE colour IS NULL ORDER BY id LIMIT 1000);
)")});

// The first version of the database, with its tickets.
class DataTest : public OnDatabase {
  protected:
    void SetUp() override {
        OnDatabase::SetUp();
        old_ = std::make_unique<Client>(loop, config());
        ASSERT_TRUE(migrate(options(std::span{kColoured}.first(1))).has_value());
        (void)sql("INSERT INTO tickets SELECT i, 'A' || i FROM generate_series(1, " +
                  std::to_string(kTickets) + ") AS i");
    }

    // What the program of before does: it knows of no colour.
    void expect_sold(int id) {
        const auto sold =
            run(old_->run({{Statement{"buy", "INSERT INTO tickets (id, seat) VALUES ($1, 'B')"},
                            {std::int32_t{id}}},
                           {Statement{"move", "UPDATE tickets SET seat = 'C' WHERE id = $1"},
                            {std::int32_t{id - 1}}}},
                          in(10s)));
        ASSERT_TRUE(sold.has_value()) << sold.error().words;
    }

  private:
    std::unique_ptr<Client> old_;
};

TEST_F(DataTest, EachRowGetsItsValueAndAProgramOfBeforeGoesOn) {
    expect_sold(kTickets + 1);
    Migrator migrator{loop, config(), options(kColoured)};
    std::optional<Migrated> migrated;
    spawn(migrator.migrate(), [&](Migrated done) { migrated.emplace(std::move(done)); });
    int bought = 1;
    while (!migrated || bought < 20) {
        expect_sold(kTickets + ++bought);
    }
    ASSERT_TRUE(migrated->has_value()) << migrated->error().words;
    EXPECT_EQ(**migrated, 2);
    EXPECT_EQ(sql("SELECT count(*) FROM tickets"), std::to_string(kTickets + bought));
    EXPECT_EQ(sql("SELECT count(*) FROM tickets WHERE colour IS NULL AND id <= 2500"), "0");
    EXPECT_EQ(sql("SELECT colour FROM coloured WHERE id = 8"), "red");
    EXPECT_EQ(sql("SELECT colour FROM coloured WHERE id = 7"), "blue");
    EXPECT_EQ(versions(), "1,2,3");
}

TEST_F(DataTest, AMigrationThatRepeatsIsATransactionForEachPart) {
    ASSERT_TRUE(migrate(options(kColoured)).has_value());
    EXPECT_EQ(sql("SELECT count(DISTINCT xmin::text) FROM tickets"), "3") << "1000, 1000 and 500";
}

TEST_F(DataTest, OneThatRepeatsGoesOnWhereItEnded) {
    auto few = options(kColoured);
    few.parts_max = 1;
    const auto ended = migrate(few);
    ASSERT_FALSE(ended.has_value());
    EXPECT_EQ(ended.error().cause, SchemaCause::kFailed);
    EXPECT_EQ(sql("SELECT count(*) FROM tickets WHERE colour IS NOT NULL"), "1000");
    EXPECT_EQ(versions(), "1,2");
    EXPECT_EQ(*migrate(options(kColoured)), 1);
    EXPECT_EQ(sql("SELECT count(*) FROM tickets WHERE colour IS NULL"), "0");
}

// A migration that waits for a lock makes all others wait behind it, so it gives up soon.
TEST_F(DataTest, ALongTransactionIsNotWaitedForAndTheSaleGoesOn) {
    Client reader{loop, config()};
    auto slow = run(reader.begin(Access::kReadOnly, in(30s)));
    ASSERT_TRUE(
        run(slow->run({{Statement::unprepared("SELECT count(*) FROM tickets")}})).has_value());
    auto patient = options(kColoured);
    patient.rules.lock_timeout = 100ms;
    Config unhurried = config();
    unhurried.lock_timeout = 120s;
    const auto refused = migrate(unhurried, patient);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().cause, SchemaCause::kInUse);
    EXPECT_TRUE(refused.error().words.contains("2 colour")) << refused.error().words;
    expect_sold(kTickets + 1);

    patient.tell = [&](const std::string& sentence) {
        if (sentence.starts_with("trying 2 colour again: ")) reader.close();
    };
    EXPECT_EQ(*migrate(patient), 2) << "the reader has ended";
}

}  // namespace
}  // namespace onsale::postgres
