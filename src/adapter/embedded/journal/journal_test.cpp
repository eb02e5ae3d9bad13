#include "adapter/embedded/journal/journal.hpp"

#include <gtest/gtest.h>

#include "tests/support/database.hpp"
#include "tests/support/torn_disk.hpp"

namespace onsale::embedded {
namespace {

constexpr const char* kPath = "data/onsale.db";
constexpr const char* kLogPath = "data/onsale.db-wal";

struct JournalOnDisk : testing::Test {
    Storage storage() const { return {"data", disk.name()}; }
    static Stamp at(long long ms) { return {instant_from_ms(ms), instant_from_ms(ms + 5)}; }
    void write_rows(std::uint64_t count) {
        Journal journal{storage()};
        journal.read([](const JournalRow&) {});
        for (std::uint64_t row = 1; row <= count; ++row)
            ASSERT_EQ(journal.append(at(1000 + static_cast<long long>(row)),
                                     "facts " + std::to_string(row)),
                      row);
    }
    std::vector<std::string> read_rows() {
        Journal journal{storage()};
        std::vector<std::string> rows;
        journal.read([&](const JournalRow& row) { rows.emplace_back(row.facts); });
        return rows;
    }
    std::string refusal() {
        try {
            read_rows();
        } catch (const BadJournal& error) {
            return error.what();
        }
        return "";
    }
    void run_sql(const std::string& sql) {
        test::Database db{disk.name(), kPath};
        ASSERT_EQ(db.run(sql), SQLITE_OK) << sql;
    }

    int growths_of_log(Journal& journal, int commits) {
        int growths = 0;
        for (int row = 0; row < commits; ++row) {
            const std::size_t size = disk.size(kLogPath);
            EXPECT_TRUE(journal.append(at(1), std::string(2'000, 'x')));
            growths += disk.size(kLogPath) != size ? 1 : 0;
        }
        return growths;
    }

    test::TornDisk disk;
};

TEST_F(JournalOnDisk, ReadsBackWhatWasAppended) {
    write_rows(3);
    EXPECT_EQ(read_rows(), (std::vector<std::string>{"facts 1", "facts 2", "facts 3"}));
}

TEST_F(JournalOnDisk, NamesTheRowWhoseFactsWereChanged) {
    write_rows(5);
    run_sql("UPDATE journal SET facts = x'00' WHERE seq = 3");
    EXPECT_NE(refusal().find("journal row 3 is missing or damaged"), std::string::npos);
}

TEST_F(JournalOnDisk, NamesTheRowWhoseTimeWasChanged) {
    write_rows(5);
    run_sql("UPDATE journal SET wall = wall + 1 WHERE seq = 4");
    EXPECT_NE(refusal().find("journal row 4 is missing or damaged"), std::string::npos);
}

TEST_F(JournalOnDisk, NamesTheRowThatIsMissing) {
    write_rows(5);
    run_sql("DELETE FROM journal WHERE seq = 2");
    EXPECT_NE(refusal().find("journal row 2 is missing or damaged"), std::string::npos);
}

TEST_F(JournalOnDisk, NewerSchemaIsRefused) {
    write_rows(1);
    run_sql("PRAGMA user_version = 99");
    EXPECT_NE(refusal().find("has schema 99"), std::string::npos);
    EXPECT_NE(refusal().find("start the newer version"), std::string::npos);
}

TEST_F(JournalOnDisk, OlderSchemaIsMigratedWithItsRows) {
    const Sha256Digest chain = Journal::chain({}, 1, at(1000), "old");
    std::string hex;
    for (const std::uint8_t byte : chain) {
        constexpr const char* kDigits = "0123456789abcdef";
        hex += kDigits[byte >> 4];
        hex += kDigits[byte & 15];
    }
    run_sql(
        "PRAGMA journal_mode=WAL;"
        "CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;"
        "CREATE TABLE journal(seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, wall INTEGER NOT NULL,"
        " chain BLOB NOT NULL, facts BLOB NOT NULL);"
        "INSERT INTO journal VALUES(1, 1000, 1005, x'" +
        hex + "', CAST('old' AS BLOB)); PRAGMA user_version = 1");
    EXPECT_EQ(read_rows(), std::vector<std::string>{"old"});
    test::Database db{disk.name(), kPath};
    EXPECT_EQ(db.ask("PRAGMA user_version"), "3,");
    EXPECT_EQ(db.ask("SELECT count(*) FROM outbox"), "0,");
    EXPECT_EQ(db.ask("SELECT length(value) FROM meta WHERE key = 'folder'"), "16,");
}

TEST_F(JournalOnDisk, AFreshLogKeepsEveryRow) {
    {
        Journal journal{storage()};
        journal.read([](const JournalRow&) {});
        ASSERT_TRUE(journal.append(at(1), "one"));
        journal.begin_fresh_log();
        EXPECT_EQ(disk.size(kLogPath), 0U);
        ASSERT_TRUE(journal.append(at(2), "two"));
    }
    EXPECT_EQ(read_rows(), (std::vector<std::string>{"one", "two"}));
}

TEST_F(JournalOnDisk, MostCommitsFillBlocksThatTheLogHasAlready) {
    Journal journal{storage()};
    journal.read([](const JournalRow&) {});
    journal.begin_fresh_log();
    EXPECT_LT(growths_of_log(journal, 400), 20);
    for (int row = 0; row < 10; ++row)
        ASSERT_TRUE(journal.append(at(1), std::string(8 * 1024 * 1024, 'x')));
    EXPECT_LT(growths_of_log(journal, 400), 20) << "after eighty mebibytes";
}

TEST_F(JournalOnDisk, MostCommitsDoNotAskTheLogForItsLength) {
    Journal journal{storage()};
    journal.read([](const JournalRow&) {});
    journal.begin_fresh_log();
    const std::uint64_t before = disk.size_questions();
    growths_of_log(journal, 400);
    EXPECT_LT(disk.size_questions() - before, 20u);
}

TEST_F(JournalOnDisk, RoomThatWasNotUsedIsNotTakenForRows) {
    {
        Journal journal{storage()};
        journal.read([](const JournalRow&) {});
        journal.begin_fresh_log();
        for (const char* const facts : {"one", "two", "three"})
            ASSERT_TRUE(journal.append(at(1), facts));
        ASSERT_GT(disk.size(kLogPath), journal.log_bytes() + 4'096);
        disk.kill();
    }
    EXPECT_EQ(read_rows(), (std::vector<std::string>{"one", "two", "three"}));
}

TEST_F(JournalOnDisk, AConnectionBesideTheWriterMovesTheLogIntoTheFile) {
    Journal journal{storage()};
    journal.read([](const JournalRow&) {});
    ASSERT_TRUE(journal.append(at(1), "words to be found"));
    ASSERT_EQ(disk.read(kPath).find("words to be found"), std::string::npos);
    Database beside{storage(), kDatabaseFile, Database::Mode::kReadWrite};
    EXPECT_EQ(beside.checkpoint(), SQLITE_OK);
    EXPECT_NE(disk.read(kPath).find("words to be found"), std::string::npos);
}

TEST_F(JournalOnDisk, ALogThatWasFoldedInIsShortAgainThoughItsFileIsNot) {
    Journal journal{storage()};
    journal.read([](const JournalRow&) {});
    ASSERT_TRUE(journal.append(at(1), std::string(100'000, 'x')));
    const std::uint64_t before = journal.log_bytes();
    EXPECT_GT(before, 100'000u);
    EXPECT_EQ(journal.database().checkpoint(), SQLITE_OK);
    ASSERT_TRUE(journal.append(at(2), "two"));
    EXPECT_LT(journal.log_bytes(), before);
    EXPECT_GE(disk.size(kLogPath), before);
}

TEST_F(JournalOnDisk, FullDiskIsToldApartFromFailure) {
    Journal journal{storage()};
    journal.read([](const JournalRow&) {});
    disk.set_free_bytes(0);
    EXPECT_EQ(journal.append(at(1), "one").error(), AppendError::kDiskFull);
    EXPECT_EQ(journal.try_small_write(), AppendError::kDiskFull);
    disk.set_free_bytes(test::TornDisk::kUnlimited);
    EXPECT_EQ(journal.try_small_write(), std::nullopt);
    disk.fail_writes(true);
    EXPECT_EQ(journal.append(at(1), "one").error(), AppendError::kFailed);
    disk.fail_writes(false);
}

}  // namespace
}  // namespace onsale::embedded
