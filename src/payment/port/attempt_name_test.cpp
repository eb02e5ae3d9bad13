#include <gtest/gtest.h>

#include "payment/port/payment_gateway.hpp"

namespace onsale::payment {

TEST(AttemptName, IsReadBack) {
    const AttemptName name{{1'234'567}, 3};
    EXPECT_EQ(to_text(name), "onsale-1234567-3");
    EXPECT_EQ(parse_attempt_name(to_text(name)), name);
}

TEST(AttemptName, HasOneSpelling) {
    for (const std::string_view wrong :
         {"", "onsale-", "onsale-1", "onsale-1-", "onsale--1", "onsale-01-1", "onsale-1-01",
          "onsale-1-1 ", "onsale-1-0", "onsale-1-256", "onsale-+1-1", "other-1-1",
          "onsale-18446744073709551616-1"})
        EXPECT_FALSE(parse_attempt_name(wrong)) << wrong;
}

}  // namespace onsale::payment
