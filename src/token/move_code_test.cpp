#include "token/move_code.hpp"

#include <set>

#include <gtest/gtest.h>

namespace onsale::token {

TEST(MoveCode, IsEightPlainSymbolsInTwoGroups) {
    const std::string code = new_move_code();
    ASSERT_EQ(code.size(), 9u);
    EXPECT_EQ(code[4], '-');
    EXPECT_EQ(code.find_first_of("ILOU"), std::string::npos);
    EXPECT_TRUE(move_code_digest(code));
}

TEST(MoveCode, IsAnotherEachTime) {
    std::set<std::string> codes;
    for (int i = 0; i < 1000; ++i)
        codes.insert(new_move_code());
    EXPECT_EQ(codes.size(), 1000u);
}

TEST(MoveCode, IsTheSameHoweverAPersonTypesIt) {
    const auto code = move_code_digest("7K01-M9XD");
    ASSERT_TRUE(code);
    for (const char* typed : {"7k01m9xd", "7KO1-M9XD", "7k0l m9xd", " 7k-0i-m9-xd "})
        EXPECT_EQ(move_code_digest(typed), code) << typed;
}

TEST(MoveCode, DiffersInEverySymbol) {
    EXPECT_NE(move_code_digest("7K01-M9XD"), move_code_digest("7K01-M9XC"));
    EXPECT_NE(move_code_digest("7K01-M9XD"), move_code_digest("8K01-M9XD"));
}

TEST(MoveCode, NothingElseIsOne) {
    for (const char* typed : {"", "7K01-M9X", "7K01-M9XDD", "7K01-M9X!", "7K01-M9XU", "--------"})
        EXPECT_FALSE(move_code_digest(typed)) << typed;
}

}  // namespace onsale::token
