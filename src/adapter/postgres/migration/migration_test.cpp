#include "adapter/postgres/migration/migration.hpp"

#include <gtest/gtest.h>

namespace onsale::postgres {
namespace {

TEST(BinaryVersion, ReadsThreeNumbersAndNothingElse) {
    EXPECT_EQ(BinaryVersion::parse("1.20.3")->numbers, (std::array{1, 20, 3}));
    EXPECT_EQ(BinaryVersion::parse("1.20.3")->text(), "1.20.3");
    for (const char* const wrong :
         {"", "1", "1.2", "1.2.3.4", "1.2.3-rc", "1..3", "-1.2.3", "v1.2.3"})
        EXPECT_FALSE(BinaryVersion::parse(wrong).has_value()) << wrong;
}

TEST(BinaryVersion, IsComparedByNumberNotByText) {
    EXPECT_LT(*BinaryVersion::parse("1.9.9"), *BinaryVersion::parse("1.10.0"));
    EXPECT_LT(*BinaryVersion::parse("1.10.0"), *BinaryVersion::parse("2.0.0"));
}

TEST(Migration, HeaderLinesSayWhomTheSchemaServesAndWhetherItRepeats) {
    const Migration once = make_migration(3, "add", "-- oldest binary: 1.2.3\n-- Why.\n\nSELECT 1");
    EXPECT_EQ(once.oldest_binary.text(), "1.2.3");
    EXPECT_FALSE(once.repeats);
    EXPECT_TRUE(make_migration(3, "fill", "-- repeated\n-- oldest binary: 1.2.3\n").repeats);
    EXPECT_FALSE(
        make_migration(3, "x", "-- oldest binary: 1.2.3\nSELECT 1;\n-- repeated\n").repeats)
        << "only comments at the beginning count";
}

TEST(Migration, TheDigestIsThatOfTheWholeText) {
    const char* const text = "-- oldest binary: 1.0.0\nSELECT 1";
    EXPECT_EQ(make_migration(1, "a", text).digest, sha256(text));
}

TEST(Migration, OursAreNumberedWithoutAGapAndServeLaterAndLaterPrograms) {
    int version = 0;
    BinaryVersion oldest;
    for (const Migration& migration : store_migrations()) {
        EXPECT_EQ(migration.version, ++version);
        EXPECT_GE(migration.oldest_binary, oldest) << migration.name;
        oldest = migration.oldest_binary;
    }
    EXPECT_GE(version, 2);
}

}  // namespace
}  // namespace onsale::postgres
