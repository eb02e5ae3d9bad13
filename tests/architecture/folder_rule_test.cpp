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
    return read_tree(ONSALE_SOURCE_DIR, {"src"}, {".cpp", ".hpp"});
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
    const std::vector<std::string> paths = {"src/seat/domain/hall.hpp", "src/base/id.hpp"};
    EXPECT_EQ(to_text(missing_readmes({}, paths)), "src/seat/domain:1: README.md - missing");
    const SourceFile shortest = make_file("src/seat/domain/README.md", {"1", "2", "3", "4", "5"});
    EXPECT_EQ(to_text(missing_readmes({shortest}, paths)), "");
    EXPECT_NE(to_text(missing_readmes({make_file("src/seat/domain/README.md", {"1"})}, paths)), "");
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
}

TEST(FolderRule, TestHelpersHaveOneSpelling) {
    EXPECT_EQ(to_text(misnamed_test_helpers(all_paths())), "");
    EXPECT_EQ(to_text(misnamed_test_helpers(
                  {"src/a/b_test_support.hpp", "src/a/test_b.hpp", "src/a/b_test.cpp"})),
              "src/a/b_test_support.hpp:1: b_test_support.hpp - test code is named test_*.hpp");
}

TEST(FolderRule, TheProgramOnlyWires) {
    EXPECT_EQ(to_text(implementing_programs(sources())), "");
}

TEST(FolderRule, AClassOfTheProgramThatImplementsIsReported) {
    const SourceTree tree = {
        make_file("src/program/serve/a.hpp", {"class A : public http::Handler {"}),
        make_file("src/adapter/http/a.hpp", {"class B : public Handler {"})};
    EXPECT_NE(to_text(implementing_programs(tree)).find("src/program/serve/a.hpp:1: A"),
              std::string::npos);
    EXPECT_EQ(to_text(implementing_programs(tree)).find("adapter/http"), std::string::npos);
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
