#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "tests/support/plain_file.hpp"
#include "tests/support/torn_disk.hpp"

namespace onsale::test {
namespace {

constexpr std::uint64_t kSeeds = 200;
constexpr const char* kName = "data/mark";
using Names = std::vector<std::string>;

std::string text_of(const TornDisk& disk) {
    const Names files = disk.files();
    return std::ranges::find(files, kName) == files.end() ? "absent" : disk.read(kName);
}

TEST(PlainFile, ReadsBackWhatWasWritten) {
    TornDisk disk;
    PlainFile file{disk.name(), kName};
    ASSERT_EQ(file.write(2, "seat"), SQLITE_OK);
    std::string bytes(6, '?');
    EXPECT_EQ(file.read(0, bytes), SQLITE_OK);
    EXPECT_EQ(bytes, std::string("\0\0seat", 6));
}

TEST(PlainFile, ShortReadIsFilledWithZeros) {
    TornDisk disk;
    PlainFile file{disk.name(), kName};
    file.write(0, "ab");
    std::string bytes(4, '?');
    EXPECT_EQ(file.read(1, bytes), SQLITE_IOERR_SHORT_READ);
    EXPECT_EQ(bytes, std::string("b\0\0\0", 4));
}

TEST(PlainFile, TruncatesAndTellsItsSize) {
    TornDisk disk;
    PlainFile file{disk.name(), kName};
    file.write(0, "abcdef");
    file.truncate(4);
    sqlite3_int64 size = 0;
    EXPECT_EQ(file.size(size), SQLITE_OK);
    EXPECT_EQ(size, 4);
}

TEST(PlainFile, MissingFileOpensOnlyToBeCreated) {
    TornDisk disk;
    PlainFile file{disk.name(), kName, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MAIN_JOURNAL};
    EXPECT_EQ(file.open_code(), SQLITE_CANTOPEN);
    EXPECT_EQ(disk.files(), Names{});
}

TEST(PlainFile, DeleteTakesTheNameAndLeavesOpenHandlesTheirBytes) {
    TornDisk disk;
    sqlite3_vfs* vfs = sqlite3_vfs_find(disk.name());
    PlainFile file{disk.name(), kName};
    file.write(0, "old");
    ASSERT_EQ(vfs->xDelete(vfs, kName, 0), SQLITE_OK);
    PlainFile next{disk.name(), kName};
    next.write(0, "new");
    std::string bytes(3, '?');
    file.read(0, bytes);
    EXPECT_EQ(bytes, "old");
    EXPECT_EQ(text_of(disk), "new");
}

TEST(PlainFile, AccessSeesFilesThatHoldSomething) {
    TornDisk disk;
    sqlite3_vfs* vfs = sqlite3_vfs_find(disk.name());
    PlainFile file{disk.name(), kName};
    int there = 1;
    vfs->xAccess(vfs, kName, SQLITE_ACCESS_EXISTS, &there);
    EXPECT_EQ(there, 0);
    file.write(0, "x");
    vfs->xAccess(vfs, kName, SQLITE_ACCESS_EXISTS, &there);
    EXPECT_EQ(there, 1);
}

// The different results of a crash after one story, over many seeds.
template <class Story>
std::set<std::string> outcomes(Story story) {
    std::set<std::string> seen;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        TornDisk disk;
        story(disk);
        disk.crash(seed);
        seen.insert(text_of(disk));
    }
    return seen;
}

using Outcomes = std::set<std::string>;

TEST(PowerLoss, SyncedBytesAreCertain) {
    const auto seen = outcomes([](TornDisk& disk) {
        PlainFile file{disk.name(), kName};
        file.write(0, "kept");
        file.sync();
    });
    EXPECT_EQ(seen, Outcomes{"kept"});
}

TEST(PowerLoss, UnsyncedFileMayBeAbsentEmptyOrWhole) {
    const auto seen = outcomes([](TornDisk& disk) {
        PlainFile file{disk.name(), kName};
        file.write(0, "new");
    });
    EXPECT_EQ(seen, (Outcomes{"absent", "", "new"}));
}

TEST(PowerLoss, UnsyncedWritesSurviveInAnySubset) {
    const auto seen = outcomes([](TornDisk& disk) {
        PlainFile file{disk.name(), kName};
        file.write(0, "--");
        file.sync();
        file.write(0, "a");
        file.write(1, "b");
    });
    EXPECT_EQ(seen, (Outcomes{"--", "a-", "-b", "ab"}));
}

TEST(PowerLoss, WriteIsTornOnlyBetweenSectors) {
    constexpr std::size_t kSector = 512;
    const auto seen = outcomes([](TornDisk& disk) {
        PlainFile file{disk.name(), kName};
        file.write(0, std::string(2 * kSector, 'o'));
        file.sync();
        file.write(kSector / 2, std::string(kSector, 'n'));
    });
    const std::string half(kSector / 2, 'o');
    const std::string new_half(kSector / 2, 'n');
    EXPECT_EQ(seen, (Outcomes{half + half + half + half, half + new_half + half + half,
                              half + half + new_half + half, half + new_half + new_half + half}));
}

TEST(PowerLoss, UnsyncedDeleteMayNotHaveHappened) {
    const auto seen = outcomes([](TornDisk& disk) {
        sqlite3_vfs* vfs = sqlite3_vfs_find(disk.name());
        PlainFile file{disk.name(), kName};
        file.write(0, "old");
        file.sync();
        vfs->xDelete(vfs, kName, 0);
    });
    EXPECT_EQ(seen, (Outcomes{"absent", "old"}));
}

TEST(PowerLoss, SyncedDeleteIsCertain) {
    const auto seen = outcomes([](TornDisk& disk) {
        sqlite3_vfs* vfs = sqlite3_vfs_find(disk.name());
        PlainFile file{disk.name(), kName};
        file.write(0, "old");
        file.sync();
        vfs->xDelete(vfs, kName, 1);
    });
    EXPECT_EQ(seen, Outcomes{"absent"});
}

TEST(PowerLoss, FirstSyncOfANewJournalMakesTheWholeFolderCertain) {
    const auto seen = outcomes([](TornDisk& disk) {
        sqlite3_vfs* vfs = sqlite3_vfs_find(disk.name());
        PlainFile file{disk.name(), kName};
        file.write(0, "old");
        file.sync();
        vfs->xDelete(vfs, kName, 0);
        PlainFile{disk.name(), "data/journal"}.sync();
    });
    EXPECT_EQ(seen, Outcomes{"absent"});
}

TEST(PowerLoss, SyncInAnotherFolderLeavesADeleteUncertain) {
    const auto seen = outcomes([](TornDisk& disk) {
        sqlite3_vfs* vfs = sqlite3_vfs_find(disk.name());
        PlainFile file{disk.name(), kName};
        file.write(0, "old");
        file.sync();
        vfs->xDelete(vfs, kName, 0);
        PlainFile{disk.name(), "elsewhere/journal"}.sync();
    });
    EXPECT_EQ(seen, (Outcomes{"absent", "old"}));
}

TEST(PowerLoss, BytesOfAFailedSyncStayUncertainAfterALaterSync) {
    const auto seen = outcomes([](TornDisk& disk) {
        PlainFile file{disk.name(), kName};
        file.write(0, "--");
        file.sync();
        file.write(0, "a");
        disk.fail_next_sync();
        EXPECT_EQ(file.sync(), SQLITE_IOERR_FSYNC);
        file.write(1, "b");
        EXPECT_EQ(file.sync(), SQLITE_OK);
    });
    EXPECT_EQ(seen, (Outcomes{"-b", "ab"}));
}

TEST(Kill, KeepsUnsyncedBytesWhichALaterPowerLossMayTake) {
    Outcomes after_kill;
    const auto seen = outcomes([&](TornDisk& disk) {
        PlainFile{disk.name(), kName}.write(0, "new");
        disk.kill();
        after_kill.insert(text_of(disk));
    });
    EXPECT_EQ(after_kill, Outcomes{"new"});
    EXPECT_TRUE(seen.contains("absent"));
}

TEST(Kill, ForgetsTheLocksOfTheDead) {
    TornDisk disk;
    {
        PlainFile file{disk.name(), kName};
        ASSERT_EQ(file.lock(SQLITE_LOCK_EXCLUSIVE), SQLITE_OK);
        disk.kill();
    }
    // Two files, because one may get the address of the dead one and be mistaken for it.
    PlainFile first{disk.name(), kName};
    PlainFile second{disk.name(), kName};
    EXPECT_EQ(first.lock(SQLITE_LOCK_SHARED), SQLITE_OK);
    EXPECT_EQ(second.lock(SQLITE_LOCK_SHARED), SQLITE_OK);
}

TEST(Crash, LeavesOpenHandlesDeadAndTheDiskOutOfReachUntilTheyClose) {
    TornDisk disk;
    {
        PlainFile file{disk.name(), kName};
        disk.crash(1);
        EXPECT_EQ(file.write(0, "x"), SQLITE_IOERR);
        EXPECT_EQ(file.sync(), SQLITE_IOERR);
        EXPECT_EQ((PlainFile{disk.name(), kName}.open_code()), SQLITE_IOERR);
    }
    EXPECT_EQ((PlainFile{disk.name(), kName}.open_code()), SQLITE_OK);
}

TEST(Plug, FailsFromTheNthOperationOn) {
    TornDisk disk;
    PlainFile file{disk.name(), kName};
    disk.crash_after_ops(2);
    EXPECT_EQ(file.write(0, "a"), SQLITE_OK);
    EXPECT_FALSE(disk.plug_pulled());
    EXPECT_EQ(file.sync(), SQLITE_IOERR);
    EXPECT_TRUE(disk.plug_pulled());
    std::string bytes(1, '?');
    EXPECT_EQ(file.read(0, bytes), SQLITE_IOERR);
}

TEST(Faults, LaterSyncFailsOnce) {
    TornDisk disk;
    PlainFile file{disk.name(), kName};
    disk.fail_sync_after(1);
    EXPECT_EQ(file.sync(), SQLITE_OK);
    EXPECT_EQ(file.sync(), SQLITE_IOERR_FSYNC);
    EXPECT_EQ(file.sync(), SQLITE_OK);
    EXPECT_EQ(disk.syncs(), 3U);
}

TEST(Faults, FullDiskTakesWhatFitsAndOverwritesFreely) {
    TornDisk disk;
    PlainFile file{disk.name(), kName};
    file.write(0, "ab");
    disk.set_free_bytes(1);
    EXPECT_EQ(file.write(2, "cd"), SQLITE_FULL);
    EXPECT_EQ(text_of(disk), "abc");
    EXPECT_EQ(file.write(0, "ABC"), SQLITE_OK);
    disk.set_free_bytes(TornDisk::kUnlimited);
    EXPECT_EQ(file.write(3, "d"), SQLITE_OK);
    EXPECT_EQ(disk.writes(), 4U);
}

TEST(Faults, FailingWritesChangeNothing) {
    TornDisk disk;
    PlainFile file{disk.name(), kName};
    disk.fail_writes(true);
    EXPECT_EQ(file.write(0, "a"), SQLITE_IOERR_WRITE);
    EXPECT_EQ(disk.size(kName), 0U);
    disk.fail_writes(false);
    EXPECT_EQ(file.write(0, "a"), SQLITE_OK);
}

TEST(Damage, FlippedBitSurvivesSyncAndCrash) {
    TornDisk disk;
    {
        PlainFile file{disk.name(), kName};
        file.write(0, "abc");
        disk.flip_bit(kName, 1);
        file.sync();
        disk.crash(1);
    }
    EXPECT_EQ(disk.read(kName), "acc");
}

TEST(Damage, CutEndStaysCut) {
    TornDisk disk;
    PlainFile{disk.name(), kName}.write(0, "abc");
    disk.cut(kName, 1);
    disk.kill();
    EXPECT_EQ(disk.read(kName), "a");
}

}  // namespace
}  // namespace onsale::test
