#include <gtest/gtest.h>
#include <sqlite3.h>

#include "tests/support/plain_file.hpp"
#include "tests/support/torn_disk.hpp"

namespace onsale::test {
namespace {

constexpr const char* kName = "data/onsale.db";
constexpr int kLockExclusive = SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE;
constexpr int kLockShared = SQLITE_SHM_LOCK | SQLITE_SHM_SHARED;
constexpr int kUnlockExclusive = SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE;
constexpr int kUnlockShared = SQLITE_SHM_UNLOCK | SQLITE_SHM_SHARED;

class Locks : public testing::Test {
  protected:
    Locks() {
        first_.map_shm();
        second_.map_shm();
    }

    TornDisk disk_;
    PlainFile first_{disk_.name(), kName};
    PlainFile second_{disk_.name(), kName};
};

TEST_F(Locks, ReadersShareASlot) {
    EXPECT_EQ(first_.lock_shm(3, 1, kLockShared), SQLITE_OK);
    EXPECT_EQ(second_.lock_shm(3, 1, kLockShared), SQLITE_OK);
}

TEST_F(Locks, WriterOfASlotKeepsOthersOutUntilItUnlocks) {
    EXPECT_EQ(first_.lock_shm(3, 1, kLockExclusive), SQLITE_OK);
    EXPECT_EQ(second_.lock_shm(3, 1, kLockShared), SQLITE_BUSY);
    EXPECT_EQ(second_.lock_shm(3, 1, kLockExclusive), SQLITE_BUSY);
    first_.lock_shm(3, 1, kUnlockExclusive);
    EXPECT_EQ(second_.lock_shm(3, 1, kLockExclusive), SQLITE_OK);
}

TEST_F(Locks, ReaderOfASlotKeepsAWriterOutUntilItUnlocks) {
    EXPECT_EQ(first_.lock_shm(3, 1, kLockShared), SQLITE_OK);
    EXPECT_EQ(second_.lock_shm(3, 1, kLockExclusive), SQLITE_BUSY);
    first_.lock_shm(3, 1, kUnlockShared);
    EXPECT_EQ(second_.lock_shm(3, 1, kLockExclusive), SQLITE_OK);
}

TEST_F(Locks, RangeOfSlotsIsTakenWholeOrNotAtAll) {
    first_.lock_shm(5, 1, kLockShared);
    EXPECT_EQ(second_.lock_shm(4, 2, kLockExclusive), SQLITE_BUSY);
    EXPECT_EQ(first_.lock_shm(4, 1, kLockExclusive), SQLITE_OK);
}

TEST_F(Locks, ClosingGivesSlotsBack) {
    {
        PlainFile third{disk_.name(), kName};
        third.map_shm();
        ASSERT_EQ(third.lock_shm(0, 1, kLockExclusive), SQLITE_OK);
    }
    EXPECT_EQ(first_.lock_shm(0, 1, kLockExclusive), SQLITE_OK);
}

TEST_F(Locks, OneHandleReservesWhileOthersRead) {
    first_.lock(SQLITE_LOCK_SHARED);
    second_.lock(SQLITE_LOCK_SHARED);
    EXPECT_EQ(first_.lock(SQLITE_LOCK_RESERVED), SQLITE_OK);
    EXPECT_EQ(second_.lock(SQLITE_LOCK_RESERVED), SQLITE_BUSY);
}

TEST_F(Locks, PendingWriterLetsNoNewReaderIn) {
    first_.lock(SQLITE_LOCK_SHARED);
    second_.lock(SQLITE_LOCK_SHARED);
    EXPECT_EQ(first_.lock(SQLITE_LOCK_EXCLUSIVE), SQLITE_BUSY);
    second_.unlock(SQLITE_LOCK_NONE);
    EXPECT_EQ(second_.lock(SQLITE_LOCK_SHARED), SQLITE_BUSY);
    EXPECT_EQ(first_.lock(SQLITE_LOCK_EXCLUSIVE), SQLITE_OK);
}

}  // namespace
}  // namespace onsale::test
