#include "adapter/redis/relay/line_watch.hpp"

#include <gtest/gtest.h>

namespace onsale::redis {
namespace {

Reply line_fields(const std::string& applied, const std::string& issued, const std::string& end) {
    return Reply::array({Reply::bulk("7"), Reply::bulk(applied), Reply::bulk(issued),
                         Reply::bulk(end), Reply::bulk("abc"), Reply::nil(), Reply::nil()});
}

TEST(LineReport, CountsTheNumbersThatAreLeft) {
    const auto report =
        read_report(line_fields("12", "100", "1100"), Reply::bulk("x:1\r\nrun_id:abc\r\ny:2"));
    EXPECT_TRUE(report.is_known);
    EXPECT_EQ(report.applied, 12u);
    EXPECT_EQ(report.numbers, 1000u);
    EXPECT_FALSE(report.is_other_server);
}

TEST(LineReport, KnowsAnotherServerAndAnEmptyOne) {
    EXPECT_TRUE(
        read_report(line_fields("1", "1", "2"), Reply::bulk("run_id:def\r\n")).is_other_server);
    const Reply nothing = Reply::array(std::vector<Reply>(7, Reply::nil()));
    EXPECT_FALSE(read_report(nothing, Reply::bulk("run_id:abc\r\n")).is_known);
}

TEST(LineReport, SaysForHowLongAdmissionWaitsForLostPlaces) {
    Reply fields = line_fields("1", "1", "2");
    const Reply info = Reply::bulk("run_id:abc\r\n");
    EXPECT_FALSE(read_report(fields, info).awaited.has_value());
    fields.items[5] = Reply::bulk("5000");
    fields.items[6] = Reply::bulk("17");
    const auto awaited = read_report(fields, info).awaited;
    ASSERT_TRUE(awaited.has_value());
    EXPECT_EQ(to_ms(awaited->until), 5000);
    EXPECT_EQ(awaited->restored, 17u);
}

}  // namespace
}  // namespace onsale::redis
