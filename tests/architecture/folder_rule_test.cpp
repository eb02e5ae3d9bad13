#include "tests/architecture/folder_rule.hpp"

#include <filesystem>

#include <gtest/gtest.h>

namespace onsale::architecture {
namespace {

std::vector<std::string> paths_of(const SourceTree& tree) {
    std::vector<std::string> paths;
    for (const SourceFile& file : tree)
        paths.push_back(file.path);
    return paths;
}

SourceTree sources() {
    return read_tree(ONSALE_SOURCE_DIR, {"src", "tests", "benchmarks"}, {".cpp", ".hpp"});
}

std::vector<std::string> all_paths() {
    return paths_of(read_tree(ONSALE_SOURCE_DIR, {"src"}, {".cpp", ".hpp", ".lua", ".txt", ".md"}));
}

std::vector<std::string> every_path() {
    std::vector<std::string> paths =
        paths_of(read_tree(ONSALE_SOURCE_DIR,
                           {"api", "benchmarks", "cmake", "config", "docs", "scripts", "src",
                            "tests", "web/src", "web/e2e"},
                           {".cpp", ".hpp", ".lua", ".txt", ".md", ".py", ".sh", ".ts", ".tsx",
                            ".css", ".toml", ".yaml", ".conf", ".cfg", ".cmake", ".js"}));
    // Not recursive, because the packages of the pages are installed there.
    for (const auto& entry : std::filesystem::directory_iterator{ONSALE_SOURCE_DIR "/web"})
        paths.push_back("web/" + entry.path().filename().string());
    return paths;
}

TEST(FolderRule, NoFolderIsCrowded) {
    EXPECT_EQ(to_text(crowded_folders(every_path())), "");
}

TEST(FolderRule, AFortyFirstFileIsReported) {
    EXPECT_EQ(to_text(crowded_folders(std::vector<std::string>(40, "src/base/a.hpp"))), "");
    EXPECT_EQ(to_text(crowded_folders(std::vector<std::string>(41, "src/base/a.hpp"))),
              "src/base:1: 41 files - at most 40: split it by subject");
}

TEST(FolderRule, EveryRoomHasAReadme) {
    const SourceTree readmes = read_tree(ONSALE_SOURCE_DIR, {"src"}, {"README.md"});
    EXPECT_EQ(to_text(missing_readmes(readmes, all_paths())), "");
}

TEST(FolderRule, ARoomWithoutAReadmeIsReported) {
    const std::vector<std::string> paths = {"src/seat/domain/rule/hold.hpp", "src/base/id.hpp",
                                            "src/CMakeLists.txt"};
    EXPECT_EQ(to_text(missing_readmes({}, paths)),
              "src/base:1: README.md - missing\nsrc/seat/domain:1: README.md - missing");
}

TEST(FolderRule, AReadmeThatLacksAPartIsReported) {
    const auto violations = [](std::initializer_list<std::string> lines) {
        return to_text(
            missing_readmes({make_file("src/base/README.md", lines)}, {"src/base/id.hpp"}));
    };
    EXPECT_EQ(violations({"# base: types", "May include: std.", "Start with `id.hpp`.", "",
                          "It is small. To add a type: a header."}),
              "");
    EXPECT_EQ(violations({"# base", "May include: std.", "Start with `id.hpp`.", "", "To add a:"}),
              "src/base/README.md:1: # base - begins with \"# base: \" and what it is for");
    EXPECT_EQ(violations({"# base: types", "It may include std.", "Read `id.hpp`.", "", "Add a:"}),
              "src/base/README.md:1: May include:  - missing\n"
              "src/base/README.md:1: Start with  - missing\n"
              "src/base/README.md:1: To add  - missing");
    EXPECT_EQ(violations({"# base: types"}),
              "src/base/README.md:1: 1 lines - "
              "5 to 30 lines: what it is for and where to start reading");
}

TEST(FolderRule, ReadmesNameFilesThatExist) {
    const SourceTree readmes =
        read_tree(ONSALE_SOURCE_DIR, {"src", "tests", "benchmarks"}, {"README.md"});
    EXPECT_EQ(to_text(readme_names_without_file(readmes, every_path())), "");
}

TEST(FolderRule, AReadmeThatNamesAMissingFileIsReported) {
    const SourceTree readmes = {
        make_file("src/seat/domain/README.md", {"Read `hall.hpp`, then `rule/gone.cpp`."})};
    EXPECT_EQ(to_text(readme_names_without_file(readmes, {"src/seat/domain/hall.hpp"})),
              "src/seat/domain/README.md:1: rule/gone.cpp - there is no such file");
}

TEST(FolderRule, NamespacesFollowFolders) {
    EXPECT_EQ(to_text(wrong_namespaces(sources())), "");
}

TEST(FolderRule, AnotherNamespaceIsReported) {
    const auto violations = [](std::string path, std::string line) {
        return to_text(wrong_namespaces({make_file(std::move(path), {std::move(line)})}));
    };
    EXPECT_EQ(violations("src/base/a.hpp", "namespace onsale {"), "");
    EXPECT_EQ(violations("src/adapter/http/api/a.hpp", "namespace onsale::http {"), "");
    EXPECT_EQ(violations("src/adapter/http/api/a.hpp", "namespace onsale::http::testing {"), "");
    EXPECT_EQ(violations("src/program/cli/a.hpp", "namespace onsale {"),
              "src/program/cli/a.hpp:1: onsale - is onsale::program");
    EXPECT_EQ(violations("tests/contract/a.cpp", "namespace onsale::contract {"), "");
    EXPECT_EQ(violations("tests/support/a.hpp", "namespace onsale::test {"), "");
    EXPECT_EQ(violations("tests/simulation/sale/a.hpp", "namespace onsale::sim {"), "");
    EXPECT_EQ(violations("benchmarks/a.cpp", "namespace onsale::bench {"), "");
    EXPECT_EQ(violations("tests/simulation/a.cpp", "namespace onsale::embedded {"),
              "tests/simulation/a.cpp:1: onsale::embedded - is onsale::sim");
}

TEST(FolderRule, TestHelpersHaveOneSpelling) {
    EXPECT_EQ(to_text(misnamed_test_helpers(every_path())), "");
    EXPECT_EQ(to_text(misnamed_test_helpers({"src/a/test_b.hpp", "src/a/b_test.cpp",
                                             "src/a/latest.cpp", "tests/e2e/test_a.py"})),
              "");
    for (const std::string path :
         {"src/a/b_test_support.hpp", "tests/support/http_test_server.cpp", "src/a/test_b.cpp"})
        EXPECT_EQ(
            to_text(misnamed_test_helpers({path})),
            path + ":1: " + path.substr(path.rfind('/') + 1) + " - test code is named test_*.hpp");
}

TEST(FolderRule, EveryTestHasACase) {
    EXPECT_EQ(to_text(tests_without_case(sources())), "");
    const auto violations = [](std::string path, std::string line) {
        return to_text(tests_without_case({make_file(std::move(path), {std::move(line)})}));
    };
    EXPECT_EQ(violations("src/base/a_test.cpp", "int twice(int a) {"),
              "src/base/a_test.cpp:1: TEST - a test has at least one case");
    for (const std::string line : {"TEST(A, B) {", "TEST_F(A, B) {", "TEST_P(A, B) {",
                                   "TYPED_TEST(A, B) {", "RC_GTEST_PROP(A, B, (int c)) {"})
        EXPECT_EQ(violations("src/base/a_test.cpp", line), "") << line;
    EXPECT_EQ(violations("src/base/a.cpp", "int twice(int a) {"), "");
}

TEST(FolderRule, EveryDecisionHasAStatus) {
    EXPECT_EQ(to_text(missing_statuses(read_tree(ONSALE_SOURCE_DIR, {"docs/adr"}, {".md"}))), "");
}

TEST(FolderRule, ADecisionWithoutAStatusIsReported) {
    EXPECT_EQ(
        to_text(missing_statuses({make_file("docs/adr/1.md", {"# A", "", "Status: accepted"})})),
        "");
    EXPECT_NE(to_text(missing_statuses({make_file("docs/adr/1.md", {"# A", "", "We chose"})})), "");
}

}  // namespace
}  // namespace onsale::architecture
