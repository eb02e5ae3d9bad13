// A message is stored exactly if its fact is stored.
#include "adapter/embedded/journal/outbox.hpp"

#include <gtest/gtest.h>

#include "adapter/embedded/backup/backup.hpp"
#include "tests/support/database.hpp"
#include "tests/support/test_box_office.hpp"

namespace onsale::embedded {
namespace {

using test::TestBoxOffice;

std::vector<std::string> types(TestBoxOffice& office) {
    std::vector<std::string> types;
    for (const OutboxRow& row : read_outbox(office.engine->journal().database(), 0, 1'000))
        types.push_back(row.type);
    return types;
}

// The problem found in the folder; empty if there is none.
std::string problem_of(const Storage& storage) {
    try {
        (void)verify_journal(storage);
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

TEST(Outbox, TellsAPurchaseInTheOrderOfItsSteps) {
    TestBoxOffice office;
    ASSERT_TRUE(office.buy(1, {"R-1", "R-2"}));
    EXPECT_EQ(types(office),
              (std::vector<std::string>{"RESERVATION_CREATED", "PAYMENT_CONFIRMED",
                                        "RESERVATION_CONFIRMED", "BOOKING_COMPLETED"}));
}

TEST(Outbox, TellsNothingOfTheLine) {
    TestBoxOffice office;
    ASSERT_TRUE(office.let_in(1));
    office.pass(std::chrono::hours{1});
    EXPECT_EQ(types(office), std::vector<std::string>{});
}

TEST(Outbox, IsWrittenInTheCommitOfItsCause) {
    TestBoxOffice office;
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    const auto rows = read_outbox(office.engine->journal().database(), 0, 1'000);
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_EQ(rows[1].journal_seq, office.engine->journal().last_seq());
    EXPECT_EQ(rows[3].journal_seq, office.engine->journal().last_seq());
    EXPECT_LT(rows[0].journal_seq, rows[1].journal_seq);
}

TEST(Outbox, GoesOnNumberingAfterARestart) {
    TestBoxOffice office;
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    office.power_loss(1);
    ASSERT_TRUE(office.buy(2, {"R-2"}));
    EXPECT_EQ(read_outbox(office.engine->journal().database(), 0, 1'000).back().seq, 8U);
}

TEST(Outbox, AgreesWithTheJournalWhereverThePowerGoes) {
    std::uint64_t cut_short = 0;
    for (std::uint64_t ops = 1;; ++ops) {
        TestBoxOffice office;
        office.disk.crash_after_ops(ops);
        (void)office.buy(1, {"R-1", "S-1"});
        const bool pulled = office.disk.plug_pulled();
        office.disk.crash(ops);
        office.engine.reset();
        ASSERT_EQ(problem_of(office.storage()), "") << "after " << ops << " operations";
        if (!pulled) break;
        ++cut_short;
    }
    EXPECT_GT(cut_short, 10U);
}

TEST(Outbox, AFullDiskLeavesNeitherCauseNorMessage) {
    for (std::size_t room = 0; room < 40'000; room += 2'000) {
        TestBoxOffice office;
        office.disk.set_free_bytes(room);
        (void)office.buy(1, {"R-1", "S-1"});
        office.engine.reset();
        office.disk.set_free_bytes(test::TornDisk::kUnlimited);
        ASSERT_EQ(problem_of(office.storage()), "") << room;
    }
}

TEST(Outbox, ALostMessageIsFoundByTheVerification) {
    TestBoxOffice office;
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    ASSERT_TRUE(office.buy(2, {"R-2"}));
    office.engine.reset();
    {
        test::Database db{office.disk.name(), test::kDatabasePath};
        ASSERT_EQ(db.run("DELETE FROM outbox WHERE seq = 6"), SQLITE_OK);
    }
    EXPECT_EQ(problem_of(office.storage()), "message 6 is missing from the outbox");
}

TEST(Outbox, AChangedMessageIsFoundByTheVerification) {
    TestBoxOffice office;
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    office.engine.reset();
    {
        test::Database db{office.disk.name(), test::kDatabasePath};
        ASSERT_EQ(db.run("UPDATE outbox SET body = replace(body, 'tour', 'trip') WHERE seq = 2"),
                  SQLITE_OK);
    }
    EXPECT_NE(problem_of(office.storage()).find("message 2 of the outbox is not what"),
              std::string::npos);
}

TEST(Outbox, AChangedMessageIsFoundWhateverItBeginsWith) {
    for (const char* const change :
         {"replace(body, '\"v\":1', '\"v\":2')", "'x'", "''", "'{\"v\":1,'", "' ' || body"}) {
        TestBoxOffice office;
        ASSERT_TRUE(office.buy(1, {"R-1"}));
        office.engine.reset();
        {
            test::Database db{office.disk.name(), test::kDatabasePath};
            ASSERT_EQ(db.run("UPDATE outbox SET body = " + std::string{change} + " WHERE seq = 2"),
                      SQLITE_OK);
        }
        EXPECT_NE(problem_of(office.storage()).find("message 2 of the outbox is not what"),
                  std::string::npos)
            << change;
    }
}

TEST(Outbox, WrittenBeforeMessagesToldOfDiscountsIsStillSound) {
    TestBoxOffice office;
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    office.engine.reset();
    {
        test::Database db{office.disk.name(), test::kDatabasePath};
        ASSERT_EQ(db.run("UPDATE outbox SET body = replace(body, ',\"discount\":40000', '')"),
                  SQLITE_OK);
        ASSERT_EQ(db.ask("SELECT count(*) FROM outbox WHERE body LIKE '%discount%'"), "0,");
    }
    EXPECT_EQ(problem_of(office.storage()), "");
}

// A version that tells of discounts never writes the older form again.
TEST(Outbox, ADiscountRemovedAfterOneWasToldIsFound) {
    TestBoxOffice office;
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    ASSERT_TRUE(office.buy(2, {"R-2"}));
    office.engine.reset();
    const auto remove_from = [&](const char* which) {
        test::Database db{office.disk.name(), test::kDatabasePath};
        ASSERT_EQ(
            db.run("UPDATE outbox SET body = replace(body, ',\"discount\":40000', '') WHERE " +
                   std::string{which}),
            SQLITE_OK);
        ASSERT_GT(sqlite3_changes(db.get()), 0);
    };
    // The first half was written by the older version.
    remove_from("seq <= 4");
    EXPECT_EQ(problem_of(office.storage()), "");
    remove_from("seq = 7");
    EXPECT_NE(problem_of(office.storage()).find("message 7 of the outbox is not what"),
              std::string::npos);
}

TEST(Outbox, APrunedOneIsNotMissedAndNumbersGoOn) {
    TestBoxOffice office;
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    office.engine->prune_outbox(3);
    EXPECT_EQ(types(office), std::vector<std::string>{"BOOKING_COMPLETED"});
    office.engine->prune_outbox(4);
    office.power_loss(1);
    ASSERT_TRUE(office.buy(2, {"R-2"}));
    const auto rows = read_outbox(office.engine->journal().database(), 0, 1'000);
    EXPECT_EQ(rows.front().seq, 4U);
    EXPECT_EQ(rows.back().seq, 8U);
    office.engine.reset();
    EXPECT_EQ(problem_of(office.storage()), "");
}

TEST(Outbox, OnlyWhatIsOldEnoughIsOutdated) {
    TestBoxOffice office;
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    office.pass(std::chrono::hours{3});
    ASSERT_TRUE(office.buy(2, {"R-2"}));
    Database& database = office.engine->journal().database();
    EXPECT_EQ(last_outdated(database, std::chrono::hours{2}, 1'000), 4U);
    EXPECT_EQ(last_outdated(database, std::chrono::hours{2}, 3), 3U);
    EXPECT_EQ(last_outdated(database, std::chrono::hours{4}, 1'000), 0U);
}

TEST(Outbox, AFailedPruneStopsTheWriterAsAnyFailedSyncDoes) {
    TestBoxOffice office;
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    office.disk.fail_next_sync();
    office.engine->prune_outbox(2);
    EXPECT_EQ(office.engine->health(), Health::kFailed);
}

}  // namespace
}  // namespace onsale::embedded
