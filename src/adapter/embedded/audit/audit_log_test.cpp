#include "adapter/embedded/audit/audit_log.hpp"

#include <gtest/gtest.h>

#include "adapter/embedded/audit/audit_verify.hpp"
#include "adapter/embedded/journal/plain_file.hpp"
#include "tests/support/database.hpp"
#include "tests/support/torn_disk.hpp"

namespace onsale::embedded {
namespace {

constexpr const char* kPath = "data/audit.db";

// Sufficient for a test: another key gives another hash.
operate::AuditMac keyed(const std::string& key) {
    return [key](std::string_view message) { return sha256(key + std::string{message}); };
}

std::optional<AuditError> error_of(const Result<AuditHead, AuditError>& appended) {
    return appended ? std::nullopt : std::optional{appended.error()};
}

struct AuditOnDisk : testing::Test {
    Storage storage() const { return {"data", disk.name()}; }
    static AuditNote note(const std::string& what) {
        return {.who = "socket",
                .request = "r1",
                .what = what,
                .effect = "It is done.",
                .count = 3,
                .result = "done"};
    }
    void write_entries(int count) {
        AuditLog log{storage(), keyed("key")};
        for (int i = 1; i <= count; ++i)
            ASSERT_TRUE(log.append(instant_from_ms(1000 + i), note("act " + std::to_string(i))));
    }
    void run_sql(const std::string& sql) {
        test::Database db{disk.name(), kPath};
        ASSERT_EQ(db.run(sql), SQLITE_OK) << sql;
    }
    operate::AuditReport verify(const std::optional<Sha256Digest>& head = std::nullopt) {
        return verify_audit(storage(), keyed("key"), head);
    }
    bool names_entry(int seq) {
        return verify().damage.starts_with("audit entry " + std::to_string(seq) + " is missing");
    }

    test::TornDisk disk;
};

TEST_F(AuditOnDisk, AnEntryKeepsEveryFieldAndContinuesAfterARestart) {
    write_entries(2);
    AuditNote full{.who = "owner.key",
                   .request = "r9",
                   .what = "POST /x",
                   .asked = "a=1",
                   .about = "guest 00",
                   .effect = "Words.",
                   .count = 7,
                   .result = "done",
                   .begun = 2};
    const auto head = AuditLog{storage(), keyed("key")}.append(instant_from_ms(5), full);
    ASSERT_TRUE(head);
    EXPECT_EQ(head->seq, 3u);
    const auto entries = read_audit(storage(), 2, 10);
    ASSERT_EQ(entries.size(), 1u);
    const AuditNote& read = entries[0].note;
    EXPECT_EQ(entries[0].at, instant_from_ms(5));
    EXPECT_EQ(std::tie(read.who, read.request, read.what, read.asked, read.about, read.effect,
                       read.count, read.result, read.begun),
              std::tie(full.who, full.request, full.what, full.asked, full.about, full.effect,
                       full.count, full.result, full.begun));
    EXPECT_EQ(verify().head.chain, head->chain);
    EXPECT_EQ(verify().damage, "");
}

TEST_F(AuditOnDisk, AnyChangedFieldIsNamed) {
    for (const char* change :
         {"at = at + 1", "who = 'sockeT'", "request = 'r2'", "what = 'act'", "asked = 'x'",
          "about = 'x'", "effect = 'It is dome.'", "count = 4", "result = 'dona'", "begun = 1",
          "chain = zeroblob(32)", "chain = chain || x'00'"}) {
        run_sql("DROP TABLE IF EXISTS audit; PRAGMA user_version = 0");
        write_entries(4);
        ASSERT_EQ(verify().damage, "");
        run_sql(std::string{"UPDATE audit SET "} + change + " WHERE seq = 3");
        EXPECT_TRUE(names_entry(3)) << change << ": " << verify().damage;
    }
}

TEST_F(AuditOnDisk, ByteMovedBetweenFieldsIsNamed) {
    write_entries(2);
    run_sql("UPDATE audit SET who = 'socketr', request = '1' WHERE seq = 2");
    EXPECT_TRUE(names_entry(2));
}

TEST_F(AuditOnDisk, AMissingEntryIsNamed) {
    write_entries(5);
    run_sql("DELETE FROM audit WHERE seq = 2");
    EXPECT_TRUE(names_entry(2));
}

TEST_F(AuditOnDisk, RenumberingAfterADeletionIsNamed) {
    write_entries(5);
    run_sql("DELETE FROM audit WHERE seq = 2");
    for (int seq = 3; seq <= 5; ++seq)
        run_sql("UPDATE audit SET seq = seq - 1 WHERE seq = " + std::to_string(seq));
    EXPECT_TRUE(names_entry(2));
}

TEST_F(AuditOnDisk, SwappedEntriesAreNamed) {
    write_entries(5);
    run_sql(
        "UPDATE audit SET seq = 99 WHERE seq = 3; UPDATE audit SET seq = 3 WHERE seq = 4;"
        "UPDATE audit SET seq = 4 WHERE seq = 99");
    EXPECT_TRUE(names_entry(3));
}

TEST_F(AuditOnDisk, AnEntryBeforeTheFirstIsNoticed) {
    write_entries(2);
    run_sql("UPDATE audit SET seq = -1 WHERE seq = 2");
    EXPECT_NE(verify().damage, "");
}

TEST_F(AuditOnDisk, ARewriteWithoutTheKeyIsNamed) {
    write_entries(2);
    run_sql("DELETE FROM audit");
    AuditLog forger{storage(), keyed("guess")};
    ASSERT_TRUE(forger.append(instant_from_ms(1001), note("nothing happened")));
    EXPECT_TRUE(names_entry(1));
}

TEST_F(AuditOnDisk, ACutTailShowsOnlyAgainstAnExportedHead) {
    write_entries(5);
    const Sha256Digest exported = verify().head.chain;
    EXPECT_EQ(verify(exported).damage, "");
    run_sql("DELETE FROM audit WHERE seq > 3");
    EXPECT_EQ(verify().damage, "");
    EXPECT_NE(verify(exported).damage.find("entries after 3"), std::string::npos);
}

TEST_F(AuditOnDisk, AnOlderHeadIsStillFoundAfterTheLogHasGrown) {
    write_entries(2);
    const Sha256Digest exported = verify().head.chain;
    write_entries(3);
    EXPECT_EQ(verify(exported).damage, "");
    EXPECT_EQ(verify(exported).head.seq, 5u);
}

TEST_F(AuditOnDisk, CountsWhatWasBegunAndHasNoResult) {
    AuditLog log{storage(), keyed("key")};
    AuditNote begun = note("one");
    begun.result = "begun";
    const auto first = log.append({}, begun);
    ASSERT_TRUE(first && log.append({}, begun));
    AuditNote done = note("one");
    done.begun = first->seq;
    ASSERT_TRUE(log.append({}, done));
    EXPECT_EQ(verify().unfinished, 1u);
}

TEST_F(AuditOnDisk, ALongOrForeignTextIsCutAndEscaped) {
    AuditLog log{storage(), keyed("key")};
    AuditNote hostile = note("GET /\n\"\xE2\x80\xAE");
    hostile.effect = std::string(1'000'000, 'x');
    hostile.asked = std::string(1'000'000, '\n');
    ASSERT_TRUE(log.append({}, hostile));
    const AuditNote read = read_audit(storage(), 0, 1).front().note;
    EXPECT_EQ(read.what, "GET /%0A\"%E2%80%AE");
    EXPECT_LE(read.effect.size(), 768u);
    EXPECT_LE(read.asked.size(), 768u);
    EXPECT_TRUE(read.effect.ends_with("x..."));
}

TEST_F(AuditOnDisk, AnAcknowledgedEntrySurvivesAPowerLoss) {
    {
        AuditLog log{storage(), keyed("key")};
        ASSERT_TRUE(log.append({}, note("one")));
        disk.crash(7);
    }
    EXPECT_EQ(verify().head.seq, 1u);
    EXPECT_EQ(verify().damage, "");
}

TEST_F(AuditOnDisk, AFullDiskIsCertainlyNotWrittenAndMayBeTriedAgain) {
    AuditLog log{storage(), keyed("key")};
    ASSERT_TRUE(log.append({}, note("one")));
    disk.set_free_bytes(0);
    EXPECT_EQ(error_of(log.append({}, note("two"))), AuditError::kDiskFull);
    disk.set_free_bytes(test::TornDisk::kUnlimited);
    ASSERT_TRUE(log.append({}, note("two")));
    EXPECT_EQ(verify().head.seq, 2u);
}

TEST_F(AuditOnDisk, AfterAFailedSyncNothingIsWrittenUntilARestart) {
    AuditLog log{storage(), keyed("key")};
    disk.fail_next_sync();
    EXPECT_EQ(error_of(log.append({}, note("one"))), AuditError::kFailed);
    EXPECT_EQ(error_of(log.append({}, note("two"))), AuditError::kFailed);
}

TEST_F(AuditOnDisk, AfterAFailedWriteNothingIsWrittenUntilARestart) {
    {
        AuditLog log{storage(), keyed("key")};
        disk.fail_writes(true);
        EXPECT_EQ(error_of(log.append({}, note("one"))), AuditError::kFailed);
        disk.fail_writes(false);
        EXPECT_EQ(error_of(log.append({}, note("two"))), AuditError::kFailed);
    }
    EXPECT_TRUE((AuditLog{storage(), keyed("key")}.append({}, note("three"))));
}

TEST_F(AuditOnDisk, DamageInsideTheWriteAheadLogStopsTheStart) {
    {
        AuditLog log{storage(), keyed("key")};
        for (int i = 0; i < 5; ++i)
            ASSERT_TRUE(log.append({}, note("one")));
        disk.kill();
    }
    constexpr std::size_t kInsideTheFirstFrame = 32 + 24 + 100;
    disk.flip_bit("data/audit.db-wal", kInsideTheFirstFrame);
    EXPECT_THROW((AuditLog{storage(), keyed("key")}), BadAuditLog);
}

TEST_F(AuditOnDisk, ANewerSchemaIsRefused) {
    write_entries(1);
    run_sql("PRAGMA user_version = 9");
    EXPECT_THROW((AuditLog{storage(), keyed("key")}), BadAuditLog);
}

TEST_F(AuditOnDisk, KnowsWhetherThereAreEntries) {
    EXPECT_FALSE(has_audit_entries(storage()));
    write_entries(0);
    EXPECT_FALSE(has_audit_entries(storage()));
    write_entries(1);
    EXPECT_TRUE(has_audit_entries(storage()));
}

TEST_F(AuditOnDisk, AnotherFileInItsPlaceIsRefusedWithWhatToDo) {
    {
        auto file = PlainFile::open(storage(), kAuditFile, PlainFile::Mode::kWrite);
        ASSERT_TRUE(file && file->write(std::string(5'000, 'x'), 0) && file->sync());
    }
    EXPECT_THROW((void)has_audit_entries(storage()), BadAuditLog);
    try {
        const AuditLog log{storage(), keyed("key")};
        FAIL() << "opened";
    } catch (const BadAuditLog& bad) {
        EXPECT_NE(std::string{bad.what()}.find("move it away to begin a new audit log"),
                  std::string::npos)
            << bad.what();
    }
}

}  // namespace
}  // namespace onsale::embedded
