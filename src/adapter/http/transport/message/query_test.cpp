#include "adapter/http/transport/message/query.hpp"

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
    for (const char* query : {"a=%", "a=%4", "a=%zz", "a=%00", "a=1&a=2", "a=&a=1", "a=&a=&a=1"})
        EXPECT_FALSE(QueryValues::parse(query)) << query;
}

TEST(Query, NamesAKnownParameterThatIsEmptyRepeatedTooLongOrBroken) {
    constexpr QueryParameter kKnown[] = {{"eventId"}, {"code", 4}};
    const auto misused = [&](std::string_view query) {
        const QueryParameter* const found = misused_parameter(query, kKnown);
        return found != nullptr ? found->name : std::string_view{"none"};
    };
    EXPECT_EQ(misused(""), "none");
    EXPECT_EQ(misused("eventId=demo&code=ABCD"), "none");
    EXPECT_EQ(misused("code=%41%42%43%44&other=&other="), "none");
    for (const char* query :
         {"code", "code=", "code=A&code=B", "code=&code=B", "code=A&c%6Fde=B",
          "c%6fde=", "code=ABCDE", "code=%41BCDE", "code=A%00", "code=%", "code=%4", "code=%zz"})
        EXPECT_EQ(misused(query), "code") << query;
    EXPECT_EQ(misused("x=1&eventId=&code="), "eventId");
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

TEST(Cookie, FindsByTheWholePrefix) {
    EXPECT_EQ(cookie_with_prefix("a=1; onsale_q_demo=t", "onsale_q_"), "t");
    EXPECT_EQ(cookie_with_prefix("__Host-onsale_q_demo=t", "onsale_q_"), "");
    EXPECT_EQ(cookie_with_prefix("onsale_q_a=x; __Host-onsale_q_demo=t", "__Host-onsale_q_"), "t");
    EXPECT_EQ(cookie_with_prefix("x_onsale_q_demo=t", "onsale_q_"), "");
}

}  // namespace
}  // namespace onsale::http
