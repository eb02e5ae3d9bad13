#include "tests/architecture/program_rule.hpp"

#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace onsale::architecture {
namespace {

TEST(ProgramRule, TheProgramOnlyWires) {
    EXPECT_EQ(
        to_text(implementing_programs(read_tree(ONSALE_SOURCE_DIR, {"src"}, {".cpp", ".hpp"}))),
        "");
}

TEST(ProgramRule, AClassOfTheProgramThatImplementsIsReported) {
    const auto violations = [](std::string path, std::initializer_list<std::string> lines) {
        return to_text(implementing_programs({make_file(std::move(path), lines)}));
    };
    const std::string reported =
        "src/program/serve/a.hpp:1: http::Handler - program only wires: adapters implement";
    for (const std::string line :
         {"class A : public http::Handler {", "struct A final : http::Handler {};",
          "class Outer::A: private virtual http::Handler {",
          "class A : public std::vector<std::pair<int, int>>, http::Handler {"})
        EXPECT_EQ(violations("src/program/serve/a.hpp", {line}), reported) << line;
    EXPECT_EQ(violations("src/program/serve/a.hpp",
                         {"class A final", "    : public http::Handler {", "};"}),
              reported);
    EXPECT_EQ(violations("src/program/serve/a.hpp",
                         {"class A  // Long: so the brace", "    : std::exception,",
                          "      http::Handler", "{"}),
              reported);
    EXPECT_EQ(violations("src/adapter/http/a.hpp", {"class A : public http::Handler {"}), "");
    EXPECT_EQ(violations("src/program/serve/a.hpp",
                         {"class A;", "struct B {", "    int size = one ? 1 : 2;", "};",
                          "class C : public std::exception {};", "enum class D : int {};"}),
              "");
}

}  // namespace
}  // namespace onsale::architecture
