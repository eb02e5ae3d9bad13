#include "tests/architecture/readme_rule.hpp"

#include <gtest/gtest.h>

namespace onsale::architecture {
namespace {

std::string violations(const std::string& path, std::initializer_list<std::string> lines) {
    return to_text(wrong_includes_in_readmes({make_file(path, lines)}));
}

TEST(ReadmeRule, ReadmesNameTheFoldersOfTheirRows) {
    EXPECT_EQ(
        to_text(wrong_includes_in_readmes(read_tree(ONSALE_SOURCE_DIR, {"src"}, {"README.md"}))),
        "");
}

TEST(ReadmeRule, AFolderThatIsMissingOrTooManyIsReported) {
    const std::string path = "src/crowd/codec/README.md";
    EXPECT_EQ(violations(path, {"May include: `base`, `codec`, `crowd/domain`, Boost.JSON."}), "");
    const std::string wanted = path + ":1: May include:  - names `base`, `codec`, `crowd/domain`";
    EXPECT_EQ(violations(path, {"May include: `base`, `crowd/domain`."}), wanted);
    EXPECT_EQ(
        violations(path, {"May include: `base`, `codec`,", "`crowd/domain`, `runtime`. Not all."}),
        wanted);
}

TEST(ReadmeRule, OnlyTheFirstSentenceCounts) {
    EXPECT_EQ(violations("src/runtime/README.md", {"May include: `base` and Asio. No `token`,",
                                                   "no `a.hpp`.", "", "See `seat/domain`."}),
              "");
}

TEST(ReadmeRule, AFolderMayStandForWhatItMayInclude) {
    EXPECT_EQ(violations("src/token/key/README.md", {"May include: what `token` may."}), "");
    EXPECT_EQ(violations("src/token/key/README.md", {"May include: `base`, `runtime`."}), "");
    EXPECT_NE(violations("src/token/key/README.md", {"May include: `token`."}), "");
}

}  // namespace
}  // namespace onsale::architecture
