#include "adapter/http/query.hpp"

#include <gtest/gtest.h>

namespace onsale::http {
namespace {

TEST(Query, DecodesKeysAndValues) {
    const auto values = QueryValues::parse("eventId=demo&code=a%2Bb+c&empty=");
    ASSERT_TRUE(values);
    EXPECT_EQ(values->get("eventId"), "demo");
    EXPECT_EQ(values->get("code"), "a+b c");
    EXPECT_EQ(values->get("missing"), "");
    EXPECT_TRUE(values->only({"eventId", "code", "empty"}));
    EXPECT_FALSE(values->only({"eventId", "code"}));
}

TEST(Query, RefusesBrokenEscapesNulAndRepeatedKeys) {
    for (const char* query : {"a=%", "a=%4", "a=%zz", "a=%00", "a=1&a=2"})
        EXPECT_FALSE(QueryValues::parse(query)) << query;
}

TEST(Query, BoundsTheNumberOfValues) {
    std::string query;
    for (int i = 0; i < 17; ++i)
        query += "k" + std::to_string(i) + "=v&";
    EXPECT_FALSE(QueryValues::parse(query));
}

TEST(Query, PlainValueGivesNothingThatWouldNeedDecoding) {
    EXPECT_EQ(plain_query_value("a=1&eventId=demo", "eventId"), "demo");
    EXPECT_FALSE(plain_query_value("eventId=d%65mo", "eventId"));
    EXPECT_FALSE(plain_query_value("xeventId=demo", "eventId"));
    EXPECT_FALSE(plain_query_value("", "eventId"));
}

TEST(Cookie, FindsTheWholeNameOnly) {
    EXPECT_EQ(cookie_value("a=1; onsale_v=token; b=2", "onsale_v"), "token");
    EXPECT_EQ(cookie_value("xonsale_v=evil", "onsale_v"), "");
    EXPECT_EQ(cookie_value("onsale_v=first; onsale_v=second", "onsale_v"), "first");
    EXPECT_EQ(cookie_value("", "onsale_v"), "");
}

TEST(Cookie, FindsByPrefixAlsoBehindTheHostPrefix) {
    EXPECT_EQ(cookie_with_prefix("a=1; onsale_q_demo=t", "onsale_q_"), "t");
    EXPECT_EQ(cookie_with_prefix("__Host-onsale_q_demo=t", "onsale_q_"), "t");
    EXPECT_EQ(cookie_with_prefix("x_onsale_q_demo=t", "onsale_q_"), "");
}

}  // namespace
}  // namespace onsale::http
