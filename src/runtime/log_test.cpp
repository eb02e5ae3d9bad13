#include "runtime/log.hpp"

#include <gtest/gtest.h>

namespace onsale::runtime {
namespace {

TEST(Log, WritesOneJsonObjectALine) {
    EXPECT_EQ(log_line(instant_from_ms(0), LogLevel::kWarning, "line full", {{"event", "demo"}}),
              "{\"time\":\"1970-01-01T00:00:00.000+00:00\",\"level\":\"warning\","
              "\"message\":\"line full\",\"event\":\"demo\"}\n");
}

TEST(Log, NothingTypedByPeopleBreaksTheLineOrItsDirection) {
    const std::string line = log_line(instant_from_ms(0), LogLevel::kInfo, "a\nb\"c\\",
                                      {{"x", "\xe2\x80\xae reversed\r"}});
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    EXPECT_NE(line.find("a\\u000ab\\\"c\\\\"), line.npos);
    EXPECT_EQ(line.find("\xe2\x80\xae"), line.npos);
    EXPECT_EQ(line.find('\r'), line.npos);
}

}  // namespace
}  // namespace onsale::runtime
