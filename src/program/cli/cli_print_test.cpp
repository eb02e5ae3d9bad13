#include "program/cli/cli_print.hpp"

#include <sstream>

#include <gtest/gtest.h>

namespace onsale::program {
namespace {

std::string printed(std::string_view body) {
    std::ostringstream out;
    print_answer(out, body, false);
    return out.str();
}

TEST(Print, AlignsTheFieldsOfAnObject) {
    EXPECT_EQ(printed(R"({"key":"spring","artist":"","closesAt":null,"waiting":41207})"),
              "key       spring\n"
              "artist    -\n"
              "closesAt  -\n"
              "waiting   41207\n");
}

TEST(Print, ShowsAListOfObjectsAsATable) {
    EXPECT_EQ(printed(R"({"events":[{"key":"a","title":"봄"},{"key":"long","title":"x","n":1}]})"),
              "key   title  n\n"
              "a     봄      -\n"
              "long  x      1\n");
}

TEST(Print, IndentsWhatIsInside) {
    EXPECT_EQ(printed(R"({"rules":{"maxActive":5,"pollSteps":[{"every":"1s"}]},"key":"a","x":[]})"),
              "key  a\n"
              "rules\n"
              "  maxActive  5\n"
              "  pollSteps\n"
              "    every\n"
              "    1s\n"
              "x\n"
              "  none\n");
}

TEST(Print, LeavesOutTheCodesOfWhatItSaysInWords) {
    EXPECT_EQ(printed(R"({"effect":"Done.","effects":[{"code":"done","values":{}}],"count":1})"),
              "effect  Done.\n"
              "count   1\n");
    EXPECT_EQ(printed(R"({"checks":[{"name":"a","detail":"b","code":"c","values":{"d":1}}]})"),
              "name  detail\n"
              "a     b\n");
    EXPECT_EQ(printed(R"({"code":"spring-1","left":2})"),
              "code  spring-1\n"
              "left  2\n");
}

TEST(Print, KeepsTextFromPeopleHarmless) {
    EXPECT_EQ(printable("a\x1b[2J\n\x7f"
                        "b"),
              "a?[2J??b");
    EXPECT_EQ(printable("safe\u202egnirts"), "safe?gnirts");
    EXPECT_EQ(printable("\u009b31m"), "?31m");
    EXPECT_EQ(printable("가나다 é"), "가나다 é");
}

}  // namespace
}  // namespace onsale::program
