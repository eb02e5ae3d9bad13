#include "adapter/embedded/report/operator_reads.hpp"

#include <gtest/gtest.h>

#include "adapter/embedded/backup/marked_backup.hpp"
#include "tests/support/database.hpp"
#include "tests/support/test_box_office.hpp"

namespace onsale::embedded {
namespace {

constexpr Instant kBackupTime = instant_from_ms(1'800'000'000'000);

TEST(OperatorReads, CountTheJournalBesideTheWriter) {
    test::TestBoxOffice office;
    const operate::JournalStats before = read_journal_stats(office.storage());
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    const operate::JournalStats after = read_journal_stats(office.storage());
    EXPECT_GT(after.rows, before.rows);
    EXPECT_EQ(after.last_seq, after.rows);
    EXPECT_GT(after.fact_bytes, before.fact_bytes);
    EXPECT_LE(after.first_at, after.last_at);
}

TEST(OperatorReads, TellTheStoryOfAGuest) {
    test::TestBoxOffice office;
    ASSERT_TRUE(office.buy(1, {"R-1"}));
    const auto told = read_guest_story(office.storage(),
                                       {.event = test::kEvent, .is_guest = [](const GuestId& one) {
                                            return one == test::guest_named(1);
                                        }});
    ASSERT_TRUE(told);
    EXPECT_TRUE(told->whole);
    EXPECT_FALSE(told->facts.empty());
}

TEST(OperatorReads, SayWhatMakesDamagedReportsAgain) {
    test::TestBoxOffice office;
    test::Database{office.disk.name(), "data/reports.db"}.run("CREATE TABLE dead_letter(x)");
    const auto report = read_report_lines(office.storage(), {});
    ASSERT_FALSE(report);
    EXPECT_NE(report.error().find("onsale reports rebuild"), std::string::npos) << report.error();
    const auto aside = read_put_aside(office.storage(), 10);
    ASSERT_FALSE(aside);
    EXPECT_NE(aside.error().find("onsale reports rebuild"), std::string::npos) << aside.error();
}

TEST(OperatorReads, SayWhyAFolderCannotBeRead) {
    const Storage nowhere{"/nowhere", ""};
    const auto story = read_guest_story(nowhere, {.event = test::kEvent});
    ASSERT_FALSE(story);
    EXPECT_EQ(story.error().error, operate::StoryError::kUnreadable);
    EXPECT_FALSE(story.error().message.empty());
    const auto made = make_marked_backup(nowhere, "/nowhere/copy", kBackupTime);
    ASSERT_FALSE(made);
    EXPECT_FALSE(made.error().empty());
}

}  // namespace
}  // namespace onsale::embedded
