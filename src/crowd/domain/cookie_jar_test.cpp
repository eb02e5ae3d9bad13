#include "crowd/domain/cookie_jar.hpp"

#include <gtest/gtest.h>

namespace onsale::crowd {
namespace {

TEST(CookieJar, KeepsTheLatestValueOfEachName) {
    CookieJar jar;
    jar.keep("a=1; Path=/; HttpOnly");
    jar.keep("b=2");
    jar.keep("a=3; Path=/");
    EXPECT_EQ(jar.header(), "a=3; b=2");
}

TEST(CookieJar, LosesWhatTheSiteEmpties) {
    CookieJar jar;
    jar.keep("a=1");
    jar.keep("a=; Max-Age=0");
    EXPECT_EQ(jar.header(), "");
}

TEST(CookieJar, IgnoresWhatIsNoCookie) {
    CookieJar jar;
    jar.keep("nonsense");
    jar.keep("=1");
    EXPECT_EQ(jar.header(), "");
}

TEST(CookieJar, HasALimit) {
    CookieJar jar;
    for (int i = 0; i < 100; ++i)
        jar.keep(std::to_string(i) + "=x");
    EXPECT_LT(jar.header().size(), 100u);
}

}  // namespace
}  // namespace onsale::crowd
