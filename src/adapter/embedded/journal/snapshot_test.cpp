#include "adapter/embedded/journal/snapshot.hpp"

#include <gtest/gtest.h>

#include "adapter/embedded/backup/backup.hpp"
#include "adapter/embedded/journal/plain_file.hpp"
#include "base/bytes.hpp"
#include "tests/support/database.hpp"
#include "tests/support/test_engine.hpp"

namespace onsale::embedded {
namespace {

using test::bytes_of;
using test::TestEngine;

TEST(Snapshot, BesideALiveWriterStandsAtItsLastRow) {
    TestEngine test;
    test.enter_all(5);
    EXPECT_EQ(take_snapshot(test.storage()), test.engine->journal().last_seq());
    EXPECT_EQ(bytes_of(*load_snapshot(test.storage())->state), test.state());
}

TEST(Snapshot, PausesWhileItReadsAndWritesPlaces) {
    TestEngine test;
    test.enter_all(2'100);
    take_snapshot(test.storage());
    (void)test.enter(2'101);
    int pauses = 0;
    take_snapshot(test.storage(), [&] { ++pauses; });
    // One piece read, its digest, two thousands of places, one row, two thousands of places again,
    // the digest, and one piece written.
    EXPECT_EQ(pauses, 9);
}

TEST(Snapshot, DoesNotDisturbTheWriter) {
    TestEngine test;
    test.enter_all(5);
    take_snapshot(test.storage());
    EXPECT_TRUE(test.enter(6).has_value());
    EXPECT_EQ(test.replayed(), test.state());
}

TEST(Snapshot, WithTheRowsAfterItGivesTheSameBytesAsAFullReplay) {
    TestEngine test{2};
    test.enter_all(5);
    take_snapshot(test.storage());
    test.enter_all(9);
    const std::string before = test.state();
    test.restart();
    EXPECT_EQ(test.state(), before);
    EXPECT_EQ(test.replayed(), before);
}

TEST(Snapshot, GrowsFromTheOneBefore) {
    TestEngine test;
    test.enter_all(3);
    take_snapshot(test.storage());
    test.enter_all(6);
    take_snapshot(test.storage());
    EXPECT_EQ(load_snapshot(test.storage())->seq, test.engine->journal().last_seq());
    EXPECT_EQ(bytes_of(*load_snapshot(test.storage())->state), test.state());
}

TEST(Snapshot, DamagedIsIgnoredAndTheJournalReplayed) {
    TestEngine test;
    test.enter_all(5);
    take_snapshot(test.storage());
    const std::string before = test.state();
    test.kill();
    test.disk.flip_bit("data/snapshot-a", test.disk.size("data/snapshot-a") / 2);
    test.start();
    EXPECT_FALSE(load_snapshot(test.storage()).has_value());
    EXPECT_EQ(test.state(), before);
}

// As written by an older version, whose admissions had no extensions.
TEST(Snapshot, OfAnotherVersionIsIgnoredAndTheJournalReplayed) {
    TestEngine test{2};
    test.enter_all(5);
    take_snapshot(test.storage());
    const std::string before = test.state();
    const std::string magic = test.disk.read("data/snapshot-a").substr(0, 18);
    ASSERT_EQ(magic, "onsale-snapshot-7\n");
    test.kill();
    {
        auto file = PlainFile::open(test.storage(), "snapshot-a", PlainFile::Mode::kWrite);
        ASSERT_TRUE(file && file->write("onsale-snapshot-4\n", 0) && file->sync());
    }
    test.start();
    EXPECT_FALSE(load_snapshot(test.storage()).has_value());
    EXPECT_EQ(test.state(), before);
}

void write_first_slot(TestEngine& test, std::string_view bytes) {
    auto file = PlainFile::open(test.storage(), "snapshot-a", PlainFile::Mode::kWrite);
    ASSERT_TRUE(file && file->write(bytes, 0) && file->sync());
}

// The digest does not cover the magic, and the parts that differ contain their own version.
TEST(Snapshot, OfTheVersionsBeforeIsRead) {
    for (const std::string_view magic : {"onsale-snapshot-5\n", "onsale-snapshot-6\n"}) {
        TestEngine test{2};
        test.enter_all(5);
        take_snapshot(test.storage());
        write_first_slot(test, magic);
        const auto found = load_snapshot(test.storage());
        ASSERT_TRUE(found.has_value());
        EXPECT_TRUE(found->is_older_version);
        EXPECT_EQ(bytes_of(*found->state), test.state());
    }
}

// A snapshot of version 6 whose first admission has another own end than the journal gives.
void write_inexact_snapshot(TestEngine& test) {
    constexpr std::size_t kHead = 18 + sizeof(Sha256Digest);
    take_snapshot(test.storage());
    const auto& admission = *test.engine->room().find({1})->ledger().find({1});
    std::string own_end;
    ByteWriter{own_end}.zigzag(to_ms(admission.own_end));
    std::string bytes = test.disk.read("data/snapshot-a");
    const std::size_t at = bytes.find(own_end, bytes.find(own_end) + 1);  // After the deadline.
    ASSERT_NE(at, std::string::npos);
    bytes[at] = static_cast<char>(bytes[at] ^ 2);
    const Sha256Digest digest = sha256(std::string_view{bytes}.substr(kHead));
    bytes.replace(0, kHead, "onsale-snapshot-6\n" + std::string{as_bytes(digest)});
    write_first_slot(test, bytes);
    ASSERT_NE(bytes_of(*load_snapshot(test.storage())->state), test.state());
}

TEST(Snapshot, AfterOneOfAnOlderVersionIsMadeFromTheJournal) {
    TestEngine test{1};
    test.enter_all(5);
    write_inexact_snapshot(test);
    test.enter_all(6);
    EXPECT_EQ(take_snapshot(test.storage()), test.engine->journal().last_seq());
    const auto found = load_snapshot(test.storage());
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->file, "snapshot-b");
    EXPECT_FALSE(found->is_older_version);
    EXPECT_EQ(bytes_of(*found->state), test.state());
}

TEST(Snapshot, AfterOneOfAnOlderVersionIsWrittenWithoutNewRows) {
    TestEngine test{1};
    test.enter_all(5);
    write_inexact_snapshot(test);
    EXPECT_EQ(take_snapshot(test.storage()), test.engine->journal().last_seq());
    const auto found = load_snapshot(test.storage());
    ASSERT_TRUE(found.has_value());
    EXPECT_FALSE(found->is_older_version);
    EXPECT_EQ(bytes_of(*found->state), test.state());
    const std::uint64_t written = test.disk.writes();
    take_snapshot(test.storage());
    EXPECT_EQ(test.disk.writes(), written);
}

std::size_t bytes_of_snapshots(const TestEngine& test) {
    std::size_t bytes = 0;
    for (const std::string& file : test.disk.files())
        if (file.starts_with("data/snapshot-")) bytes += test.disk.size(file);
    return bytes;
}

// Turns the snapshot of an engine without admissions into one of version 5: the ledger and the
// places have no marker, and each skipped number is a byte.
void write_version_5(TestEngine& test, std::uint32_t skipped) {
    constexpr std::size_t kHead = 18 + sizeof(Sha256Digest);
    std::string bytes = test.disk.read("data/snapshot-a");
    std::string marker;
    ByteWriter{marker}.varint(std::uint64_t{1} << 32);
    std::string counted(1, '\0');
    ByteWriter{counted}.varint(skipped);
    const std::size_t ledger = bytes.find(marker, kHead);
    bytes.erase(ledger, marker.size());
    const std::size_t places = bytes.find(marker, ledger);
    ASSERT_NE(places, std::string::npos);
    bytes.erase(places, marker.size());
    const std::size_t skip = bytes.find(counted, places);
    ASSERT_NE(skip, std::string::npos);
    bytes.replace(skip, counted.size(), std::string(skipped, '\0'));
    const Sha256Digest digest = sha256(std::string_view{bytes}.substr(kHead));
    bytes.replace(0, kHead, "onsale-snapshot-5\n" + std::string{as_bytes(digest)});
    write_first_slot(test, bytes);
}

// A restore skips ten million numbers. Before version 6 each was a byte of every snapshot.
TEST(Snapshot, WithManySkippedNumbersBecomesSmallWithoutNewRows) {
    TestEngine test;
    test.enter_all(3);
    test.kill();
    {
        test::Database db{test.disk.name(), test::kDatabasePath};
        ASSERT_EQ(db.run("INSERT OR REPLACE INTO meta VALUES('restored', 1)"), SQLITE_OK);
    }
    test.start();
    const std::uint32_t issued = test.line().book().issued_count();
    ASSERT_GT(issued, 10'000'000U);
    take_snapshot(test.storage());
    write_version_5(test, issued - 3);
    const std::string state = test.state();
    test.restart();
    EXPECT_EQ(test.state(), state);
    EXPECT_GT(bytes_of_snapshots(test), 10'000'000U);
    take_snapshot(test.storage());
    EXPECT_LT(bytes_of_snapshots(test), 10'000U);
    test.restart();
    EXPECT_EQ(test.state(), state);
}

TEST(Snapshot, OfAnOlderVersionIsNotComparedWithTheJournal) {
    TestEngine test{1};
    test.enter_all(5);
    write_inexact_snapshot(test);
    test.kill();
    const JournalReport report = verify_journal(test.storage());
    EXPECT_EQ(report.snapshot_seq, 0U);
    ASSERT_EQ(report.notices.size(), 1U);
    EXPECT_EQ(report.notices[0].found, "is of an older version");
}

TEST(Snapshot, DamagedGivesWayToTheOlderOne) {
    TestEngine test;
    test.enter_all(3);
    const std::uint64_t older = take_snapshot(test.storage());
    test.enter_all(6);
    take_snapshot(test.storage());
    test.disk.flip_bit("data/snapshot-b", test.disk.size("data/snapshot-b") / 2);
    EXPECT_EQ(load_snapshot(test.storage())->seq, older);
}

TEST(Snapshot, OfAnotherJournalIsRefused) {
    TestEngine other{3};
    other.enter_all(2);
    take_snapshot(other.storage());
    const std::string foreign = other.disk.read("data/snapshot-a");
    TestEngine test;
    test.enter_all(9);
    {
        auto file = PlainFile::open(test.storage(), "snapshot-a", PlainFile::Mode::kWrite);
        ASSERT_TRUE(file && file->write(foreign, 0) && file->sync());
    }
    test.kill();
    EXPECT_NE(test.refusal_to_start().find("does not belong to this journal"), std::string::npos);
}

// A snapshot of a longer journal is not damage of this one.
TEST(Snapshot, OfALongerJournalIsRefusedAndNamed) {
    TestEngine other{3};
    for (std::uint32_t name = 1; name <= 20; ++name)
        (void)other.enter(name);
    take_snapshot(other.storage());
    const std::string foreign = other.disk.read("data/snapshot-a");
    TestEngine test;
    (void)test.enter(1);
    {
        auto file = PlainFile::open(test.storage(), "snapshot-a", PlainFile::Mode::kWrite);
        ASSERT_TRUE(file && file->write(foreign, 0) && file->sync());
    }
    test.kill();
    const std::string said = test.refusal_to_start();
    EXPECT_NE(said.find("snapshot-a stands at row"), std::string::npos) << said;
    EXPECT_NE(said.find("of another data folder"), std::string::npos) << said;
    EXPECT_NE(said.find("remove snapshot-a and snapshot-b"), std::string::npos) << said;
    EXPECT_EQ(said.find("write-ahead log is damaged"), std::string::npos) << said;
}

TEST(Snapshot, ThatIsNotReadIsNamedWithWhatIsDoneInstead) {
    TestEngine test;
    test.enter_all(3);
    take_snapshot(test.storage());
    test.kill();
    test.disk.flip_bit("data/snapshot-a", test.disk.size("data/snapshot-a") / 2);
    test.start();
    ASSERT_EQ(test.engine->notices().size(), 1U);
    EXPECT_EQ(test.engine->notices()[0].file, "snapshot-a");
    EXPECT_NE(test.engine->notices()[0].found.find("digest"), std::string::npos);
    EXPECT_NE(test.engine->notices()[0].done.find("replayed from its first row"),
              std::string::npos);
}

TEST(Snapshot, OfWhichOnlyOneIsGoodSaysWhichIsUsed) {
    TestEngine test;
    test.enter_all(3);
    take_snapshot(test.storage());
    {
        auto file = PlainFile::open(test.storage(), "snapshot-b", PlainFile::Mode::kWrite);
        ASSERT_TRUE(file && file->write("not a snapshot at all", 0) && file->sync());
    }
    FolderNotices notices;
    ASSERT_TRUE(load_snapshot(test.storage(), &notices));
    ASSERT_EQ(notices.size(), 1U);
    EXPECT_EQ(notices[0].file, "snapshot-b");
    EXPECT_NE(notices[0].done.find("snapshot-a, at row"), std::string::npos);
}

// A start loads only the newer one.
TEST(Snapshot, TheOlderOneIsReadToItsEndByTheVerification) {
    TestEngine test;
    test.enter_all(3);
    take_snapshot(test.storage());
    test.enter_all(6);
    const std::uint64_t newer = take_snapshot(test.storage());
    test.kill();
    EXPECT_TRUE(verify_journal(test.storage()).notices.empty());
    test.disk.flip_bit("data/snapshot-a", test.disk.size("data/snapshot-a") / 2);
    const JournalReport report = verify_journal(test.storage());
    EXPECT_EQ(report.snapshot_seq, newer);
    ASSERT_EQ(report.notices.size(), 1U);
    EXPECT_EQ(report.notices[0].file, "snapshot-a");
    EXPECT_NE(report.notices[0].found.find("digest"), std::string::npos);
    EXPECT_NE(report.notices[0].done.find("snapshot-b, at row"), std::string::npos);
}

TEST(Snapshot, AndAMarkOfGarbageOrEmptiedAreNoticedByTheStart) {
    for (const std::size_t bytes : {600U, 0U}) {
        TestEngine test;
        test.enter_all(3);
        test.kill();
        {
            auto file = PlainFile::open(test.storage(), "mark", PlainFile::Mode::kWrite);
            ASSERT_TRUE(file && file->truncate(0) && file->write(std::string(bytes, 'x'), 0) &&
                        file->sync());
        }
        EXPECT_EQ(verify_journal(test.storage()).notices.size(), 1U) << bytes;
        test.start();
        ASSERT_EQ(test.engine->notices().size(), 1U) << bytes;
        EXPECT_EQ(test.engine->notices()[0].file, "mark");
        (void)test.enter(4);
        test.restart();
        EXPECT_TRUE(test.engine->notices().empty());
    }
}

// A folder that was restored has no mark yet, and its verification must not leave an empty one.
TEST(Snapshot, AndAMarkThatAreMissingAreNoNotice) {
    TestEngine test;
    test.enter_all(3);
    test.kill();
    ASSERT_TRUE(PlainFile::remove(test.storage(), "mark"));
    EXPECT_TRUE(verify_journal(test.storage()).notices.empty());
    test.start();
    EXPECT_TRUE(test.engine->notices().empty());
}

// A process that was killed during its first start leaves an empty mark.
TEST(Snapshot, AndAMarkMeanNothingBesideAJournalWithoutRows) {
    test::TornDisk disk;
    test::ManualTime time{test::kOpening};
    const Storage storage{"data", disk.name()};
    for (int start = 0; start < 2; ++start) {
        test::Engine engine{storage, time, [] { return sha256("entropy"); }};
        ASSERT_EQ(engine.journal().last_seq(), 0U);
        EXPECT_TRUE(engine.notices().empty());
        auto file = PlainFile::open(storage, "mark", PlainFile::Mode::kWrite);
        ASSERT_TRUE(file && file->truncate(0) && file->sync());
    }
    EXPECT_TRUE(verify_journal(storage).notices.empty());
}

TEST(Snapshot, AFullDiskLeavesTheOlderOne) {
    TestEngine test;
    test.enter_all(3);
    const std::uint64_t older = take_snapshot(test.storage());
    test.enter_all(6);
    test.disk.set_free_bytes(10);
    EXPECT_THROW(take_snapshot(test.storage()), SqliteError);
    EXPECT_EQ(load_snapshot(test.storage())->seq, older);
}

}  // namespace
}  // namespace onsale::embedded
