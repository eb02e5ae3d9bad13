// Messages are delivered at least once and applied once, and one bad message does not stop others.
#include "adapter/embedded/outbox/delivery.hpp"

#include <functional>

#include <gtest/gtest.h>

#include "adapter/embedded/journal/plain_file.hpp"
#include "adapter/embedded/report/reports.hpp"
#include "tests/support/database.hpp"
#include "tests/support/test_box_office.hpp"

namespace onsale::embedded {
namespace {

using test::TestBoxOffice;

// Stores each message's id, and rejects those of one type.
class Tally : public Consumer {
  public:
    explicit Tally(const Storage& storage)
        : Consumer(storage, "tally.db", 1, "CREATE TABLE tally(id TEXT, times INTEGER);") {}

    std::string refuses;
    int refusals = 0;

    std::vector<std::string> seen() {
        std::vector<std::string> types;
        auto query = database().prepare("SELECT id FROM tally ORDER BY rowid");
        while (query.step())
            types.emplace_back(query.bytes(0));
        return types;
    }

  private:
    void take(const sale::Message& message) override {
        if (to_word(message.type) == refuses) {
            ++refusals;
            throw BadMessage{"not this one"};
        }
        insert_->bind_text(1, message.id);
        run(*insert_);
    }
    void prepare_statements() override {
        insert_ = database().prepare("INSERT INTO tally VALUES(?1, 1)");
    }

    std::optional<Statement> insert_;
};

struct Delivered : testing::Test {
    void open() {
        tally = std::make_shared<Tally>(office.storage());
        delivery = std::make_unique<Delivery>(
            office.storage(), std::vector<std::shared_ptr<Consumer>>{tally},
            [this](const std::string& report) { reports.push_back(report); });
    }
    void close() {
        delivery.reset();
        tally.reset();
    }
    void deliver() {
        while (delivery->step()) {
        }
    }
    // Changes the consumer's file with SQL while no consumer has it open.
    void change(const std::string& sql) {
        test::Database db{office.disk.name(), "data/tally.db"};
        ASSERT_EQ(db.run(sql), SQLITE_OK) << sqlite3_errmsg(db.get());
    }
    // Makes the page of one table unreadable.
    void damage(const std::string& table) {
        std::size_t page = 0;
        {
            test::Database db{office.disk.name(), "data/tally.db"};
            ASSERT_EQ(db.run("PRAGMA wal_checkpoint(TRUNCATE)"), SQLITE_OK);
            page = std::stoul(
                db.ask("SELECT rootpage FROM sqlite_schema WHERE name = '" + table + "'"));
        }
        auto file = PlainFile::open(office.storage(), "tally.db", PlainFile::Mode::kWrite);
        ASSERT_TRUE(file && file->write(std::string(4096, 'x'),
                                        static_cast<std::int64_t>((page - 1) * 4096)));
    }
    // The file seems good at the start. Then `find` runs into the damage, or the delivery does.
    void expect_rebuilt_after(const std::function<bool()>& find) {
        open();
        EXPECT_FALSE(tally->notice());
        reports.clear();
        EXPECT_TRUE(find());
        deliver();
        EXPECT_EQ(tally->seen(), told());
        ASSERT_EQ(reports.size(), 1U);
        EXPECT_NE(reports[0].find("made again from the journal"), std::string::npos) << reports[0];
        close();
    }
    // The notice of the next start; the file is filled again after it.
    std::string noticed() {
        open();
        const std::string found = tally->notice() ? tally->notice()->found : "";
        deliver();
        EXPECT_EQ(tally->seen(), told());
        close();
        return found;
    }
    std::vector<std::string> told() {
        std::vector<std::string> ids;
        for (const OutboxRow& row : read_outbox(office.engine->journal().database(), 0, 1'000))
            ids.push_back(row.body.substr(0, row.body.find("\",\"type\"")).substr(19));
        return ids;
    }

    TestBoxOffice office;
    std::vector<std::string> reports;
    std::shared_ptr<Tally> tally;
    std::unique_ptr<Delivery> delivery;
};

TEST_F(Delivered, HandsOverEverythingOnceAndInOrder) {
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    open();
    deliver();
    ASSERT_TRUE(office.buy(2, {"R-2"}));
    deliver();
    EXPECT_EQ(tally->seen(), told());
    EXPECT_EQ(tally->cursor(), 8U);
}

TEST_F(Delivered, AppliesOnceWhatIsDeliveredTwice) {
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    open();
    deliver();
    tally->apply(read_outbox(office.engine->journal().database(), 0, 1'000));
    EXPECT_EQ(tally->seen(), told());
}

TEST_F(Delivered, AppliesOnceWhereverTheProcessEnds) {
    open();
    close();
    for (std::uint32_t i = 1; i <= 20; ++i) {
        const std::string seat = (i <= 10 ? "R-" : "S-") + std::to_string((i - 1) % 10 + 1);
        ASSERT_TRUE(office.buy(i, {seat}));
        open();
        office.disk.crash_after_ops(1 + i % 10);
        deliver();
        // Either a power loss, or only the end of the process: then everything that was written is
        // kept.
        if (i % 2 == 0)
            office.disk.crash(i);
        else
            office.disk.kill();
        close();
        office.engine.reset();
        office.start();
    }
    open();
    deliver();
    EXPECT_EQ(tally->seen(), told());
}

TEST_F(Delivered, PutsABadMessageAsideAfterAFewTriesAndGoesOn) {
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    open();
    tally->refuses = "PAYMENT_CONFIRMED";
    for (int look = 0; look < Delivery::kTriesMax; ++look)
        deliver();
    EXPECT_EQ(tally->seen().size(), 3U);
    EXPECT_EQ(tally->cursor(), 4U);
    // One more for the piece with which it arrived.
    EXPECT_EQ(tally->refusals, Delivery::kTriesMax + 1);
    const auto letters = tally->dead_letters(10);
    ASSERT_EQ(letters.size(), 1U);
    EXPECT_EQ(letters.front().row.type, "PAYMENT_CONFIRMED");
    EXPECT_EQ(letters.front().reason, "not this one");
    EXPECT_EQ(reports.size(), 1U);
}

TEST_F(Delivered, AMessagePutAsideCanBeAppliedLaterOnce) {
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    open();
    tally->refuses = "PAYMENT_CONFIRMED";
    for (int look = 0; look < Delivery::kTriesMax; ++look)
        deliver();
    EXPECT_EQ(delivery->retry_dead_letters(), 1U);
    tally->refuses.clear();
    const auto letters = tally->dead_letters(10);
    EXPECT_EQ(delivery->retry_dead_letters(), 0U);
    EXPECT_EQ(tally->seen().size(), 4U);
    EXPECT_THROW(tally->retry(letters.front()), BadMessage);
    EXPECT_EQ(tally->seen().size(), 4U);
}

TEST_F(Delivered, BegunAnewIsFilledAgainFromTheJournal) {
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    open();
    tally->refuses = "PAYMENT_CONFIRMED";
    for (int look = 0; look < Delivery::kTriesMax; ++look)
        deliver();
    tally->refuses.clear();
    delivery->begin_anew();
    EXPECT_TRUE(delivery->rebuilding());
    EXPECT_TRUE(tally->seen().empty());
    deliver();
    EXPECT_FALSE(delivery->rebuilding());
    EXPECT_EQ(tally->seen(), told());
    EXPECT_EQ(delivery->dead_letters(), 0U);
    ASSERT_TRUE(office.buy(2, {"R-2"}));
    deliver();
    EXPECT_EQ(tally->seen(), told());
}

TEST_F(Delivered, AFullDiskPutsNothingAside) {
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    open();
    office.disk.set_free_bytes(0);
    for (int look = 0; look < 2 * Delivery::kTriesMax; ++look)
        deliver();
    EXPECT_EQ(tally->cursor(), 0U);
    office.disk.set_free_bytes(test::TornDisk::kUnlimited);
    deliver();
    EXPECT_EQ(tally->seen(), told());
    EXPECT_EQ(delivery->dead_letters(), 0U);
}

TEST_F(Delivered, OnlyWhatEverybodyHasAppliedMayBeForgotten) {
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    office.pass(std::chrono::hours{1});
    ASSERT_TRUE(office.buy(2, {"R-2"}));
    open();
    EXPECT_EQ(delivery->prunable(std::chrono::minutes{1}), 0U);
    deliver();
    EXPECT_EQ(delivery->prunable(std::chrono::minutes{1}), 4U);
}

TEST_F(Delivered, AConsumerThatMissedPrunedMessagesIsRebuiltFromTheJournal) {
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    ASSERT_TRUE(office.buy(2, {"R-2"}));
    const auto all = told();
    office.engine->prune_outbox(6);
    open();
    deliver();
    EXPECT_EQ(tally->seen(), all);
    EXPECT_EQ(tally->cursor(), 8U);
}

TEST_F(Delivered, ARebuildThatWasCutShortBeginsAgain) {
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    ASSERT_TRUE(office.buy(2, {"R-2"}));
    open();
    deliver();
    tally->begin_anew();
    close();
    open();
    EXPECT_TRUE(tally->half_built());
    deliver();
    EXPECT_EQ(tally->seen(), told());
}

TEST_F(Delivered, ADamagedFileIsMadeAgain) {
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    open();
    deliver();
    close();
    for (std::size_t at = 0; at < 4096; at += 7)
        office.disk.flip_bit("data/tally.db", at);
    open();
    deliver();
    EXPECT_EQ(tally->seen(), told());
}

TEST_F(Delivered, ANewFileIsNoNotice) {
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    EXPECT_EQ(noticed(), "");
    EXPECT_EQ(noticed(), "");
}

TEST_F(Delivered, ADatabaseOfAnotherProgramIsMadeAgainAndNamed) {
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    change("CREATE TABLE customers(name TEXT); INSERT INTO customers VALUES('somebody')");
    EXPECT_EQ(noticed(), "is a database of another program");
    EXPECT_EQ(noticed(), "");
}

TEST_F(Delivered, AnEmptiedFileIsMadeAgainAndNamed) {
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    EXPECT_EQ(noticed(), "");
    {
        auto file = PlainFile::open(office.storage(), "tally.db", PlainFile::Mode::kWrite);
        ASSERT_TRUE(file && file->truncate(0) && file->sync());
    }
    EXPECT_EQ(noticed(), "is empty");
    EXPECT_EQ(noticed(), "");
}

TEST_F(Delivered, AFileOfOurVersionWithoutAPositionIsMadeAgainAndNamed) {
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    for (const char* const sql : {"DROP TABLE position", "DELETE FROM position"}) {
        EXPECT_EQ(noticed(), "");
        change(sql);
        EXPECT_EQ(noticed(), "is damaged, or no database") << sql;
    }
}

// The start reads only the first pages.
TEST_F(Delivered, DamageThatIsFoundLaterBeginsARebuild) {
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    ASSERT_EQ(noticed(), "");
    damage("tally");
    expect_rebuilt_after([this] { return office.buy(2, {"R-2"}); });
    damage("dead_letter");
    expect_rebuilt_after([this] { return delivery->dead_letters() == 0; });
    change("DROP TABLE tally");
    expect_rebuilt_after([this] { return office.buy(3, {"R-3"}); });
}

// A disk that damages the file again and again would keep the courier busy.
TEST_F(Delivered, DamageThatIsFoundTwiceIsOnlyReported) {
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    open();
    deliver();
    change("DROP TABLE tally");
    ASSERT_TRUE(office.buy(2, {"R-2"}));
    deliver();
    EXPECT_EQ(tally->seen(), told());
    change("DROP TABLE tally");
    ASSERT_TRUE(office.buy(3, {"R-3"}));
    deliver();
    EXPECT_EQ(tally->cursor(), 8U);
    EXPECT_EQ(reports.size(), 2U);
}

TEST_F(Delivered, AFileFromAnotherFolderIsMadeAgain) {
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    open();
    deliver();
    tally->finish_rebuild(100);
    deliver();
    EXPECT_EQ(tally->seen(), told());
    EXPECT_EQ(tally->cursor(), 4U);
}

}  // namespace
}  // namespace onsale::embedded
