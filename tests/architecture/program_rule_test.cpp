#include "tests/architecture/program_rule.hpp"

#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace onsale::architecture {
namespace {

TEST(ProgramRule, TheProgramOnlyWires) {
    const SourceTree tree = read_tree(ONSALE_SOURCE_DIR, {"src"}, {".cpp", ".hpp"});
    EXPECT_EQ(to_text(implementing_programs(tree)), "");
    EXPECT_EQ(to_text(working_programs(tree)), "");
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

TEST(ProgramRule, WorkInTheProgramIsReported) {
    const auto reported = [](std::string path, const std::string& line) {
        return working_programs({make_file(std::move(path), {line})}).size() == 1;
    };
    for (const std::string line :
         {"#include <boost/asio/steady_timer.hpp>", "#include <boost/asio/system_timer.hpp>",
          "#include <boost/asio.hpp>", "#include \"adapter/embedded/journal/sqlite.hpp\"",
          "#include \"adapter/http/transport/message/handler.hpp\"",
          "    prepare(\"SELECT 1 FROM journal\");", "    execute(\"INSERT INTO meta\");",
          "    derive(EVP_KDF_fetch(nullptr, \"HKDF\", nullptr));"}) {
        EXPECT_TRUE(reported("src/program/serve/a.cpp", line)) << line;
        EXPECT_FALSE(reported("src/adapter/server/a.cpp", line)) << line;
        EXPECT_FALSE(reported("src/program/serve/a_test.cpp", line)) << line;
    }
    EXPECT_FALSE(reported("src/program/serve/a.cpp", "#include <boost/asio/post.hpp>"));
}

}  // namespace
}  // namespace onsale::architecture
