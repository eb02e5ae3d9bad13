#include <gtest/gtest.h>

#include "payment/port/payment_gateway.hpp"

namespace onsale::payment {
namespace {

TEST(AttemptName, IsReadBack) {
    const AttemptName name{{1'234'567}, 3};
    EXPECT_EQ(to_text(name), "O-0000000015NM7-3");
    EXPECT_EQ(parse_attempt_name(to_text(name)), name);
    EXPECT_EQ(parse_attempt_name(to_text({{~0ULL}, 10})), (AttemptName{{~0ULL}, 10}));
}

TEST(AttemptName, HasOneSpelling) {
    for (const char* const wrong :
         {"", "O-0000000015NM7", "O-0000000015NM7-", "O-0000000015NM7-0", "O-0000000015NM7-03",
          "O-0000000015NM7-+3", "O-0000000015NM7-100", "O-0000000015NM7-3 ", "o-0000000015nm7-3",
          "O-000000015NM7-3", "-O-0000000015NM7-3", "O-0000000015NM7--3"})
        EXPECT_FALSE(parse_attempt_name(wrong)) << wrong;
}

}  // namespace
}  // namespace onsale::payment
