#include "adapter/embedded/journal/wal_scan.hpp"

#include <gtest/gtest.h>

#include "tests/support/database.hpp"
#include "tests/support/torn_disk.hpp"

namespace onsale::embedded {
namespace {

constexpr const char* kPath = "data/x.db";
constexpr const char* kWal = "data/x.db-wal";
constexpr std::size_t kHeader = 32;
constexpr std::size_t kFrame = 4096 + 24;

// A log with one frame per commit, left behind by a killed process.
struct LeftLog : testing::Test {
    LeftLog() {
        {
            test::Database db{disk.name(), kPath};
            EXPECT_EQ(db.run("PRAGMA page_size=4096; PRAGMA journal_mode=WAL;"
                             "CREATE TABLE t(x)"),
                      SQLITE_OK);
            EXPECT_EQ(db.run("PRAGMA wal_checkpoint(TRUNCATE)"), SQLITE_OK);
            for (int row = 1; row <= 10; ++row)
                EXPECT_EQ(db.run("INSERT INTO t VALUES(" + std::to_string(row) + ")"), SQLITE_OK);
            disk.kill();
        }
        EXPECT_EQ(disk.size(kWal), kHeader + 10 * kFrame);
    }
    std::optional<WalDamage> scan() const { return scan_wal({"data", disk.name()}, "x.db-wal"); }
    static std::size_t offset_of(std::size_t frame) { return kHeader + (frame - 1) * kFrame; }

    test::TornDisk disk;
};

TEST_F(LeftLog, SoundLogPasses) {
    EXPECT_FALSE(scan().has_value());
}

TEST_F(LeftLog, MissingLogPasses) {
    EXPECT_FALSE(scan_wal({"data", disk.name()}, "none").has_value());
}

TEST_F(LeftLog, FlippedBitInTheMiddleIsNamedByFrameAndByte) {
    disk.flip_bit(kWal, offset_of(4) + 1000, 3);
    const auto damage = scan();
    ASSERT_TRUE(damage.has_value());
    EXPECT_EQ(damage->frame, 4U);
    EXPECT_EQ(damage->offset, offset_of(4));
    EXPECT_NE(damage->message.find("frame 4 at byte " + std::to_string(offset_of(4))),
              std::string::npos);
}

TEST_F(LeftLog, FlippedBitInAFramesHeaderIsFound) {
    disk.flip_bit(kWal, offset_of(4) + 9);
    EXPECT_EQ(scan().value_or(WalDamage{}).frame, 4U);
}

TEST_F(LeftLog, TornEndPasses) {
    disk.cut(kWal, offset_of(10) + 700);
    EXPECT_FALSE(scan().has_value());
}

// A power loss may leave this of a commit of two frames: the second frame without the first.
TEST_F(LeftLog, BadFrameBeforeTheLastCommitPasses) {
    disk.flip_bit(kWal, offset_of(9) + 1000);
    EXPECT_FALSE(scan().has_value());
}

}  // namespace
}  // namespace onsale::embedded
