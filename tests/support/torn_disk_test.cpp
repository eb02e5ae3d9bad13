#include "tests/support/torn_disk.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "tests/support/database.hpp"

namespace onsale::test {
namespace {

constexpr const char* kPath = "data/onsale.db";
constexpr const char* kWal = "data/onsale.db-wal";
constexpr int kRows = 12;

constexpr const char* kWalMode = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL";
// A rollback journal commits by its deletion, which only EXTRA syncs.
constexpr const char* kRollbackMode = "PRAGMA journal_mode=DELETE; PRAGMA synchronous=EXTRA";

bool prepare(Database& db, const char* mode = kWalMode) {
    return db.open_code() == SQLITE_OK && db.run(mode) == SQLITE_OK &&
           db.run("CREATE TABLE IF NOT EXISTS place(id INTEGER PRIMARY KEY, guest BLOB)") ==
               SQLITE_OK;
}

int insert(Database& db, int id) {
    // Some rows are longer than a page, so that commits write different numbers of frames.
    return db.run("INSERT INTO place VALUES(" + std::to_string(id) + ", zeroblob(" +
                  std::to_string(100 + 1000 * (id % 6)) + "))");
}

std::string ids(int count) {
    std::string text;
    for (int id = 1; id <= count; ++id)
        text += std::to_string(id) + ",";
    return text;
}

// Commits rows until the planned fault, with occasional checkpoints by a second connection. Returns
// the number of acknowledged rows.
int commit_rows(TornDisk& disk, const char* mode = kWalMode) {
    Database writer{disk.name(), kPath};
    if (!prepare(writer, mode)) return 0;
    Database checkpointer{disk.name(), kPath};
    for (int id = 1; id <= kRows; ++id) {
        if (insert(writer, id) != SQLITE_OK) return id - 1;
        if (id % 4 == 0) checkpointer.run("PRAGMA wal_checkpoint(PASSIVE)");
    }
    // Both connections end with the fault or with this scope. The last close also runs a
    // checkpoint.
    return kRows;
}

// All acknowledged rows must be present, and at most one more that was being committed.
void expect_acknowledged(TornDisk& disk, const char* mode, int acknowledged) {
    Database db{disk.name(), kPath};
    ASSERT_TRUE(prepare(db, mode));
    EXPECT_EQ(db.ask("PRAGMA integrity_check"), "ok,");
    const std::string found = db.ask("SELECT id FROM place ORDER BY id");
    EXPECT_TRUE(found == ids(acknowledged) || found == ids(acknowledged + 1))
        << found << " after " << acknowledged;
}

std::uint64_t ops_of_a_run(const char* mode) {
    TornDisk disk;
    commit_rows(disk, mode);
    return disk.ops();
}

using End = std::function<void(TornDisk&, std::uint64_t seed)>;

void power_loss(TornDisk& disk, std::uint64_t seed) {
    disk.crash(seed);
}

struct EveryOp {
    const char* mode = kWalMode;
    std::uint64_t seeds = 1;
    End end;
};

// Repeats the run, stops it at each operation in turn, and checks the remaining data.
void expect_acknowledged_after(const EveryOp& runs) {
    const std::uint64_t ops = ops_of_a_run(runs.mode);
    ASSERT_GT(ops, 100U);
    for (std::uint64_t op = 1; op <= ops + 1; ++op)
        for (std::uint64_t seed = 0; seed < runs.seeds; ++seed) {
            SCOPED_TRACE("op " + std::to_string(op) + " seed " + std::to_string(seed));
            TornDisk disk{seed};
            disk.crash_after_ops(op);
            const int acknowledged = commit_rows(disk, runs.mode);
            runs.end(disk, seed);
            expect_acknowledged(disk, runs.mode, acknowledged);
            if (testing::Test::HasFailure()) return;
        }
}

TEST(TornDisk, PowerLossAtAnyOperationKeepsEveryAcknowledgedRow) {
    expect_acknowledged_after({.seeds = 20, .end = power_loss});
}

TEST(TornDisk, PowerLossWithARollbackJournalKeepsEveryAcknowledgedRow) {
    expect_acknowledged_after({.mode = kRollbackMode, .seeds = 10, .end = power_loss});
}

TEST(TornDisk, KillAtAnyOperationKeepsEveryAcknowledgedRow) {
    expect_acknowledged_after({.end = [](TornDisk& disk, std::uint64_t) { disk.kill(); }});
}

TEST(TornDisk, PowerLossDuringRecoveryKeepsEveryAcknowledgedRow) {
    expect_acknowledged_after({.seeds = 4, .end = [](TornDisk& disk, std::uint64_t seed) {
                                   disk.crash(seed);
                                   disk.crash_after_ops(seed + 1);
                                   Database{disk.name(), kPath}.ask("SELECT id FROM place");
                                   disk.crash(seed);
                               }});
}

// Proves that the disk loses data that SQLite did not sync. Otherwise the tests above prove
// nothing.
TEST(TornDisk, PowerLossWithoutSyncsLosesAcknowledgedRows) {
    constexpr std::uint64_t kSeeds = 50;
    int runs_with_loss = 0;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        TornDisk disk;
        {
            Database db{disk.name(), kPath};
            ASSERT_TRUE(prepare(db));
            db.run("PRAGMA synchronous=OFF");
            for (int id = 1; id <= kRows; ++id)
                insert(db, id);
            disk.crash(seed);
        }
        Database db{disk.name(), kPath};
        if (db.ask("SELECT id FROM place ORDER BY id") != ids(kRows)) ++runs_with_loss;
    }
    EXPECT_GT(runs_with_loss, 10);
}

class OpenedDisk : public testing::Test {
  protected:
    OpenedDisk() { EXPECT_TRUE(prepare(*db_)); }

    TornDisk disk_;
    std::unique_ptr<Database> db_ = std::make_unique<Database>(disk_.name(), kPath);
};

TEST_F(OpenedDisk, KillKeepsWhatWasNeverSynced) {
    db_->run("PRAGMA synchronous=OFF");
    for (int id = 1; id <= kRows; ++id)
        insert(*db_, id);
    disk_.kill();
    db_ = std::make_unique<Database>("unix", ":memory:");
    Database again{disk_.name(), kPath};
    EXPECT_EQ(again.ask("SELECT id FROM place ORDER BY id"), ids(kRows));
}

TEST_F(OpenedDisk, SecondConnectionSeesCommitsAndKeepsItsSnapshot) {
    Database reader{disk_.name(), kPath};
    insert(*db_, 1);
    reader.run("BEGIN");
    EXPECT_EQ(reader.ask("SELECT id FROM place"), ids(1));
    insert(*db_, 2);
    EXPECT_EQ(reader.ask("SELECT id FROM place"), ids(1));
    reader.run("COMMIT");
    EXPECT_EQ(reader.ask("SELECT id FROM place"), ids(2));
}

TEST_F(OpenedDisk, SecondWriterIsBusy) {
    Database other{disk_.name(), kPath};
    db_->run("BEGIN IMMEDIATE");
    EXPECT_EQ(other.run("BEGIN IMMEDIATE"), SQLITE_BUSY);
    db_->run("COMMIT");
    EXPECT_EQ(other.run("BEGIN IMMEDIATE"), SQLITE_OK);
}

TEST_F(OpenedDisk, CheckpointStopsAtTheSnapshotOfAReader) {
    Database reader{disk_.name(), kPath};
    insert(*db_, 1);
    reader.run("BEGIN");
    reader.ask("SELECT id FROM place");
    insert(*db_, 2);
    int frames = 0;
    int moved = 0;
    const auto checkpoint = [&] {
        return sqlite3_wal_checkpoint_v2(db_->get(), nullptr, SQLITE_CHECKPOINT_PASSIVE, &frames,
                                         &moved);
    };
    EXPECT_EQ(checkpoint(), SQLITE_OK);
    EXPECT_LT(moved, frames);
    reader.run("COMMIT");
    EXPECT_EQ(checkpoint(), SQLITE_OK);
    EXPECT_EQ(moved, frames);
}

TEST_F(OpenedDisk, FailedSyncFailsTheCommit) {
    disk_.fail_next_sync();
    EXPECT_EQ(insert(*db_, 1), SQLITE_IOERR_FSYNC);
}

TEST_F(OpenedDisk, FullDiskFailsTheCommitUntilThereIsSpace) {
    disk_.set_free_bytes(100);
    EXPECT_EQ(insert(*db_, 1), SQLITE_FULL);
    disk_.set_free_bytes(TornDisk::kUnlimited);
    EXPECT_EQ(insert(*db_, 1), SQLITE_OK);
    EXPECT_EQ(db_->ask("SELECT id FROM place"), ids(1));
}

TEST_F(OpenedDisk, FailingWriteFailsTheCommit) {
    disk_.fail_writes(true);
    EXPECT_EQ(insert(*db_, 1), SQLITE_IOERR_WRITE);
}

TEST_F(OpenedDisk, DeadConnectionFailsAndClosesWithoutHarm) {
    insert(*db_, 1);
    db_->run("BEGIN; INSERT INTO place VALUES(2, x'00')");
    disk_.crash(1);
    EXPECT_EQ(db_->run("COMMIT"), SQLITE_IOERR);
    db_ = std::make_unique<Database>("unix", ":memory:");
    Database again{disk_.name(), kPath};
    EXPECT_EQ(again.ask("SELECT id FROM place"), ids(1));
}

TEST_F(OpenedDisk, FlippedBitInTheWalDropsWhatFollowsWithoutAWord) {
    for (int id = 1; id <= kRows; ++id)
        insert(*db_, id);
    disk_.kill();
    db_ = std::make_unique<Database>("unix", ":memory:");
    disk_.flip_bit(kWal, disk_.size(kWal) / 2);
    Database again{disk_.name(), kPath};
    EXPECT_EQ(again.ask("PRAGMA integrity_check"), "ok,");
    EXPECT_LT(again.ask("SELECT id FROM place ORDER BY id").size(), ids(kRows).size());
}

TEST_F(OpenedDisk, WalStaysAfterCloseWhereItIsAskedTo) {
    int persist = 1;
    sqlite3_file_control(db_->get(), "main", SQLITE_FCNTL_PERSIST_WAL, &persist);
    insert(*db_, 1);
    db_ = std::make_unique<Database>("unix", ":memory:");
    EXPECT_EQ(disk_.files(), (std::vector<std::string>{kPath, kWal}));
}

TEST_F(OpenedDisk, TimeIsTheOneThatWasSet) {
    disk_.set_time(instant_from_ms(1'700'000'000'000));
    EXPECT_EQ(db_->ask("SELECT datetime('now')"), "2023-11-14 22:13:20,");
}

using Contents = std::map<std::string, std::string>;

Contents contents_after_a_crash(std::uint64_t seed) {
    constexpr std::uint64_t kMidway = 60;
    TornDisk disk{seed};
    disk.crash_after_ops(kMidway);
    commit_rows(disk);
    disk.crash(seed);
    Contents contents;
    for (const std::string& file : disk.files())
        contents[file] = disk.read(file);
    return contents;
}

TEST(TornDisk, SameSeedGivesTheSameBytes) {
    for (std::uint64_t seed = 1; seed < 20; ++seed)
        EXPECT_TRUE(contents_after_a_crash(seed) == contents_after_a_crash(seed)) << seed;
}

TEST(TornDisk, OtherSeedGivesOtherBytes) {
    EXPECT_FALSE(contents_after_a_crash(2) == contents_after_a_crash(5));
}

}  // namespace
}  // namespace onsale::test
