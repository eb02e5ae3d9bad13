#include "tests/architecture/own_header_rule.hpp"

#include <gtest/gtest.h>

namespace onsale::architecture {
namespace {

const SourceFile kHeader = make_file("src/base/id.hpp", {"#pragma once"});

TEST(OwnHeaderRule, EverySourceIncludesItsHeaderFirst) {
    const SourceTree tree = read_tree(ONSALE_SOURCE_DIR, {"src", "tests"}, {".cpp", ".hpp"});
    ASSERT_FALSE(tree.empty());
    EXPECT_EQ(to_text(own_header_violations(tree)), "");
}

TEST(OwnHeaderRule, AnotherIncludeBeforeItIsReported) {
    const SourceFile source =
        make_file("src/base/id.cpp", {"#include <string>", "#include \"base/id.hpp\""});
    EXPECT_EQ(to_text(own_header_violations({kHeader, source})),
              "src/base/id.cpp:1: base/id.hpp - include this first");
}

TEST(OwnHeaderRule, ASourceThatDoesNotIncludeItsHeaderIsReported) {
    EXPECT_EQ(to_text(own_header_violations({kHeader, make_file("src/base/id.cpp", {})})),
              "src/base/id.cpp:1: base/id.hpp - include this first");
}

TEST(OwnHeaderRule, FirstIsRightBelowSrcAndBelowTests) {
    const SourceTree tree = {
        kHeader, make_file("src/base/id.cpp", {"// Why.", "#include \"base/id.hpp\""}),
        make_file("tests/support/disk.hpp", {}),
        make_file("tests/support/disk.cpp", {"#include \"tests/support/disk.hpp\""})};
    EXPECT_EQ(to_text(own_header_violations(tree)), "");
}

TEST(OwnHeaderRule, ASourceWithoutAHeaderMayBeginWithAny) {
    EXPECT_EQ(to_text(own_header_violations(
                  {kHeader, make_file("src/base/id_test.cpp", {"#include <string>"})})),
              "");
}

}  // namespace
}  // namespace onsale::architecture
