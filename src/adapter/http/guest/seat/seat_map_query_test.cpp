#include "adapter/http/guest/seat/seat_map_query.hpp"

#include <string>

#include <gtest/gtest.h>

namespace onsale::http {
namespace {

std::string refused_field(std::string_view query) {
    const auto parsed = parse_seat_map_query(query, SinceKey::kTaken);
    if (parsed) return "none";
    return std::string{entry(parsed.error().code).code} + " " + std::string{parsed.error().field};
}

TEST(SeatMapQuery, NamesEventPerformanceAndVersionInAnyOrder) {
    const auto parsed = parse_seat_map_query(
        "since=18446744073709551615&performanceId=p1&eventId=e", SinceKey::kTaken);
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->event, "e");
    EXPECT_EQ(parsed->performance, "p1");
    EXPECT_EQ(parsed->since, 18'446'744'073'709'551'615U);
}

TEST(SeatMapQuery, NeedsNoVersion) {
    EXPECT_EQ(parse_seat_map_query("eventId=e&performanceId=p", SinceKey::kTaken)->since,
              std::nullopt);
}

TEST(SeatMapQuery, NamesTheFieldThatIsWrong) {
    EXPECT_EQ(refused_field(""), "BAD_FIELD eventId");
    EXPECT_EQ(refused_field("eventId=&performanceId=p"), "BAD_FIELD eventId");
    EXPECT_EQ(refused_field("eventId=e"), "BAD_FIELD performanceId");
    for (const char* since : {"", "x", "1x", "-1", "+1", " 1", "1.0", "18446744073709551616"})
        EXPECT_EQ(refused_field("eventId=e&performanceId=p&since=" + std::string{since}),
                  "BAD_FIELD since")
            << since;
}

TEST(SeatMapQuery, TakesNoOtherKeyAndNoKeyTwice) {
    EXPECT_EQ(refused_field("eventId=e&performanceId=p&seat=1"), "UNKNOWN_QUERY_KEY ");
    EXPECT_EQ(refused_field("eventId=e&performanceId=p&eventId=f"), "UNKNOWN_QUERY_KEY ");
    EXPECT_FALSE(parse_seat_map_query("eventId=e&performanceId=p&since=1", SinceKey::kUnknown));
}

}  // namespace
}  // namespace onsale::http
