#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include <gtest/gtest.h>

#include "base/assert.hpp"
#include "program/cli/cli.hpp"

namespace onsale::program {
namespace {

using Words = std::vector<std::string>;

// A command line in its own folder, without a server.
class CliHall : public testing::Test {
  protected:
    CliHall() {
        auto name = (std::filesystem::temp_directory_path() / "onsale-hall-XXXXXX").string();
        ONSALE_ASSERT(::mkdtemp(name.data()) != nullptr);
        folder = name;
    }
    ~CliHall() override { std::filesystem::remove_all(folder); }

    int run(const Words& arguments) {
        const Outside outside{.call_admin = {},
                              .serve = {},
                              .journal_verify = {},
                              .audit_verify = {},
                              .restore = {},
                              .token_verify = {},
                              .environment = {},
                              .out = out,
                              .err = err};
        return run_cli(arguments, outside);
    }
    std::string file(std::string_view name, std::string_view text = {}) {
        const auto path = folder / name;
        if (!text.empty()) std::ofstream{path} << text;
        return path.string();
    }

    std::filesystem::path folder;
    std::ostringstream out;
    std::ostringstream err;
};

}  // namespace

TEST_F(CliHall, AMadeHallIsChecked) {
    const std::string path = file("theatre.json");
    ASSERT_EQ(run({"hall", "make", "theatre", "--out", path}), kOk);
    EXPECT_EQ(run({"hall", "check", path}), kOk);
    EXPECT_EQ(out.str(), "Theatre: 500 seats in 19 rows and 2 sections, 0 standing, 4 grades\n");
}

TEST_F(CliHall, AHallIsPrintedWithoutAFile) {
    EXPECT_EQ(run({"hall", "make", "arena"}), kOk);
    EXPECT_TRUE(out.str().starts_with("{\"format\":\"onsale-hall/1\"")) << out.str().substr(0, 40);
}

TEST_F(CliHall, EveryMistakeIsPrintedWithItsPlace) {
    const std::string path = file("bad.json", R"({"format": "onsale-hall/1", "name": "Bad",
        "grades": [{"id": "R"}], "sections": [{"id": "1", "rows": [
            {"seats": [{"id": "a", "grade": "X", "x": 0, "y": 0}]}, {"seats": []}]}]})");
    EXPECT_EQ(run({"hall", "check", path}), kFailed);
    EXPECT_NE(out.str().find("/sections/0/rows/0/seats/0/grade: there is no grade \"X\"\n"),
              std::string::npos)
        << out.str();
    EXPECT_NE(out.str().find("/sections/0/rows/1: "), std::string::npos) << out.str();
    EXPECT_NE(err.str().find("2 mistakes"), std::string::npos) << err.str();
}

TEST_F(CliHall, AFileThatCannotBeReadIsWrongUsage) {
    EXPECT_EQ(run({"hall", "check", file("none.json")}), kWrongUsage);
}

TEST_F(CliHall, AFolderThatIsNotThereCannotBeWrittenTo) {
    EXPECT_EQ(run({"hall", "make", "theatre", "--out", file("no/such/hall.json")}), kFailed);
    EXPECT_NE(err.str().find("cannot be written"), std::string::npos);
}

TEST_F(CliHall, AnUnknownKindIsWrongUsage) {
    EXPECT_EQ(run({"hall", "make", "barn"}), kWrongUsage);
    EXPECT_NE(err.str().find("theatre, arena or stadium"), std::string::npos);
}

TEST_F(CliHall, HelpTeachesWithAnExample) {
    for (const Words& words : {Words{"hall", "--help"}, Words{"hall", "check", "--help"},
                               Words{"hall", "make", "--help"}}) {
        out.str("");
        EXPECT_EQ(run(words), kOk);
        EXPECT_NE(out.str().find("Example:\n  onsale hall "), std::string::npos) << out.str();
    }
}

}  // namespace onsale::program
