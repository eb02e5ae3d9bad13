#include "base/text/csv.hpp"

#include <gtest/gtest.h>

namespace onsale {
namespace {

std::string only_text(std::string_view text) {
    return CsvLine{}.text(text).take();
}

TEST(CsvLine, SeparatesWithCommasAndEndsTheLine) {
    CsvLine line;
    line.text("time").number(12).empty().number(-3);
    EXPECT_EQ(line.take(), "\"time\",12,,-3\r\n");
}

TEST(CsvLine, BeginsAgainAfterItWasTaken) {
    CsvLine line;
    static_cast<void>(line.number(1).take());
    EXPECT_EQ(line.number(2).take(), "2\r\n");
}

TEST(CsvLine, KeepsQuotesCommasAndLineEndsInsideTheirField) {
    EXPECT_EQ(only_text("a \"b\", c\nd"), "\"a \"\"b\"\", c\nd\"\r\n");
}

TEST(CsvLine, AnEmptyTextIsAFieldToo) {
    CsvLine line;
    EXPECT_EQ(line.text("").text("x").take(), "\"\",\"x\"\r\n");
}

class CsvFormula : public testing::TestWithParam<std::string_view> {};

TEST_P(CsvFormula, IsMadeText) {
    EXPECT_TRUE(only_text(GetParam()).starts_with("\"'")) << GetParam();
}

INSTANTIATE_TEST_SUITE_P(Starts, CsvFormula,
                         testing::Values("=HYPERLINK(\"http://x\",\"y\")", "+1", "-1+2", "@SUM(A1)",
                                         "\t=1", "\r=1", "\n=1", "  =1", "\uFF1D1", "\uFF0B1",
                                         "\uFF0D1", "\uFF20A", std::string_view{"\0=1", 3}));

TEST(CsvLine, LeavesOtherTextAlone) {
    EXPECT_EQ(only_text("a=b"), "\"a=b\"\r\n");
    EXPECT_EQ(only_text("TOO_MANY_JOINS"), "\"TOO_MANY_JOINS\"\r\n");
}

TEST(CsvLine, DropsZeroBytes) {
    EXPECT_EQ(only_text(std::string_view{"a\0b", 3}), "\"ab\"\r\n");
}

}  // namespace
}  // namespace onsale
