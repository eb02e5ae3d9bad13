#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/architecture/tidy_rule.hpp"

namespace onsale::architecture {
namespace {

const SourceTree& code() {
    static const SourceTree tree =
        read_tree(ONSALE_SOURCE_DIR, {"src", "tests", "benchmarks", "cmake"}, {".cpp", ".hpp"});
    return tree;
}

// One line in one file, and whether the rule must report it.
struct Case {
    std::string path;
    std::string line;
    bool reported;
};

void expect_all(const std::function<Violations(const SourceTree&)>& rule,
                const std::vector<Case>& cases) {
    for (const Case& c : cases) {
        const Violations found = rule({make_file(c.path, {"// First line.", c.line})});
        SCOPED_TRACE(c.path + ": " + c.line);
        ASSERT_EQ(found.size(), c.reported ? 1U : 0U) << to_text(found);
        if (c.reported) {
            EXPECT_TRUE(found[0].starts_with(c.path + ":2: ")) << found[0];
        }
    }
}

TEST(Tidy, LinesKeepTheColumnLimit) {
    EXPECT_EQ(to_text(columns_beyond_limit(code())), "");
}
TEST(Tidy, HeadersSayPragmaOnce) {
    EXPECT_EQ(to_text(headers_without_pragma_once(code())), "");
}
TEST(Tidy, FilesKeepTheirBudget) {
    EXPECT_EQ(to_text(files_over_budget(code())), "");
}
TEST(Tidy, NoBannedWord) {
    EXPECT_EQ(to_text(banned_words(code())), "");
}
TEST(Tidy, TypeNamesSayTheirRole) {
    EXPECT_EQ(to_text(banned_type_names(code())), "");
}
TEST(Tidy, SwitchesListEveryEnumerator) {
    EXPECT_EQ(to_text(default_labels(code())), "");
}
TEST(Tidy, EveryHeaderIsIncludedBySomeone) {
    EXPECT_EQ(to_text(dead_headers(code())), "");
}

TEST(Tidy, NoPrivatePath) {
    const SourceTree everything = read_tree(
        ONSALE_SOURCE_DIR,
        {"src", "tests", "benchmarks", "cmake", "scripts", "docs", "api", "config", ".ci"},
        {".cpp", ".hpp", ".txt", ".cmake", ".sh", ".py", ".md", ".yaml", ".toml", ".conf", "run"});
    EXPECT_EQ(to_text(private_paths(everything)), "");
}

TEST(TidyRule, TheTreeItReadsIsNotEmpty) {
    EXPECT_GT(code().size(), 20U);
}

TEST(TidyRule, CountsColumnsNotBytes) {
    expect_all(columns_beyond_limit, {{"src/base/a.cpp", std::string(100, 'x'), false},
                                      {"src/base/a.cpp", std::string(101, 'x'), true},
                                      {"src/base/a.cpp", std::string(98, 'x') + "ÄÖ", false}});
}

TEST(TidyRule, AHeaderNeedsPragmaOnce) {
    EXPECT_EQ(headers_without_pragma_once({make_file("src/base/a.hpp", {"int a;"})}).size(), 1U);
    EXPECT_TRUE(
        headers_without_pragma_once({make_file("src/base/a.hpp", {"#pragma once"})}).empty());
    EXPECT_TRUE(headers_without_pragma_once({make_file("src/base/a.cpp", {"int a;"})}).empty());
}

TEST(TidyRule, TestsHaveTheLargerBudget) {
    const auto of_lines = [](std::string path, std::size_t count) {
        return SourceTree{{std::move(path), std::vector<std::string>(count)}};
    };
    EXPECT_TRUE(files_over_budget(of_lines("src/base/a.cpp", 400)).empty());
    EXPECT_EQ(files_over_budget(of_lines("src/base/a.cpp", 401)).size(), 1U);
    EXPECT_TRUE(files_over_budget(of_lines("src/base/a_test.cpp", 600)).empty());
    EXPECT_EQ(files_over_budget(of_lines("tests/simulation/a.cpp", 601)).size(), 1U);
}

TEST(TidyRule, BansHoldOutsideTheirPlaces) {
    expect_all(banned_words, {{"src/seat/app/a.cpp", "std::mutex m;", true},
                              {"src/runtime/a.cpp", "std::mutex m;", false},
                              {"src/seat/domain/a.cpp", "std::atomic<int> n;", true},
                              {"src/seat/domain/a.cpp", "auto t = system_clock::now();", true},
                              {"src/adapter/http/a.cpp", "auto t = system_clock::now();", true},
                              {"src/runtime/a.cpp", "auto t = system_clock::now();", false},
                              {"tests/e2e/a.cpp", "sleep_for(1s);", true},
                              {"src/base/a.cpp", "int x = rand();", true},
                              {"src/base/a.cpp", "int x = grand();", false},
                              {"src/program/a.cpp", "co_spawn(loop, run(), asio::detached);", true},
                              {"src/program/a.cpp", "int x = 1;  // Not a std::mutex.", false},
                              {"src/program/a.cpp", "int x = 1;  // FIXME later.", true}});
}

TEST(TidyRule, EmptyNamesAreReported) {
    expect_all(banned_type_names, {{"src/base/a.hpp", "class SeatManager {", true},
                                   {"src/base/a.hpp", "    struct ServerImpl;", true},
                                   {"src/base/a.hpp", "class ManagerDesk {", false},
                                   {"src/base/a.hpp", "SeatManager seat;", false}});
}

TEST(TidyRule, ADefaultLabelNeedsAReason) {
    expect_all(default_labels,
               {{"src/program/a.cpp", "        default:", true},
                {"src/program/a.cpp", "        default: return 1;", true},
                {"src/program/a.cpp", "        default:  // A byte, not ours.", false},
                {"tests/e2e/a.cpp", "        default:", false}});
}

TEST(TidyRule, AHeaderThatOnlyItsOwnSourceAndTestsIncludeIsDead) {
    const SourceFile header = make_file("src/base/a.hpp", {"#pragma once"});
    const SourceFile source = make_file("src/base/a.cpp", {"#include \"base/a.hpp\""});
    const SourceFile test = make_file("src/base/a_test.cpp", {"#include \"base/a.hpp\""});
    const SourceFile other = make_file("tests/support/c.cpp", {"#include \"base/a.hpp\""});
    const SourceFile helper = make_file("src/token/test_d.hpp", {"#include \"base/a.hpp\""});
    const SourceFile user = make_file("src/token/b.cpp", {"#include \"base/a.hpp\""});
    EXPECT_EQ(to_text(dead_headers({header, source, test, other, helper})),
              "src/base/a.hpp:1: dead header - only tests include it");
    EXPECT_TRUE(dead_headers({header, source, test, user}).empty());
}

TEST(TidyRule, APathOfOneMachineIsReported) {
    expect_all(private_paths,
               {{"docs/a.md", "see /home/ann/notes", true}, {"docs/a.md", "see docs/adr", false}});
}

}  // namespace
}  // namespace onsale::architecture
