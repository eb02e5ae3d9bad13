#include "runtime/log.hpp"

#include <gtest/gtest.h>

namespace onsale::runtime {
namespace {

std::string line_of(LogLevel level, std::string_view message, const LogField& field) {
    return log_line(instant_from_ms(0), level, message, {&field, 1});
}

TEST(Log, WritesOneJsonObjectALine) {
    EXPECT_EQ(line_of(LogLevel::kWarning, "line full", {"event", "demo"}),
              "{\"time\":\"1970-01-01T00:00:00.000+00:00\",\"level\":\"warning\","
              "\"message\":\"line full\",\"event\":\"demo\"}\n");
}

TEST(Log, NothingTypedByPeopleBreaksTheLineOrItsDirection) {
    const std::string line =
        line_of(LogLevel::kInfo, "a\nb\"c\\", {"x", "\xe2\x80\xae reversed\r"});
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    EXPECT_NE(line.find("a\\u000ab\\\"c\\\\"), line.npos);
    EXPECT_EQ(line.find("\xe2\x80\xae"), line.npos);
    EXPECT_EQ(line.find('\r'), line.npos);
}

TEST(Log, EveryMarkThatTurnsOrBreaksALineIsReplaced) {
    for (const char* mark : {"\xc2\x85", "\xd8\x9c", "\xe2\x80\x8e", "\xe2\x80\x8f", "\xe2\x80\xa8",
                             "\xe2\x80\xa9", "\xe2\x80\xaa", "\xe2\x81\xa6", "\xe2\x81\xa9"}) {
        const std::string line = line_of(LogLevel::kInfo, "m", {"x", mark});
        EXPECT_TRUE(line.contains(R"("x":"\ufffd")")) << line;
    }
}

TEST(Log, OtherLettersStayAsTheyAre) {
    const std::string text = "\xec\xb0\xbe \xc2\xa0 \xd8\xa7 \xe2\x80\x93 \xe2\x82\xac";
    EXPECT_TRUE(line_of(LogLevel::kInfo, "m", {"x", text}).contains(text));
}

}  // namespace
}  // namespace onsale::runtime
