// docs/format/postgres.md and the comments of the schema against the catalog of a server.
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "tests/postgres/migration/migration_site.hpp"

namespace onsale::postgres {
namespace {

using Names = std::set<std::string>;

class CatalogTest : public OnDatabase {
  protected:
    void SetUp() override {
        OnDatabase::SetUp();
        ASSERT_TRUE(migrate(options()).has_value());
    }

    Names names(const std::string& query) const {
        const std::string joined = sql("SELECT string_agg(name, ' ') FROM (" + query + ") AS q");
        const std::regex space{" "};
        return {std::sregex_token_iterator{joined.begin(), joined.end(), space, -1}, {}};
    }
    // Of our schemas: r table, i index, S sequence, v view. Views have the name of their schema.
    Names of_kind(const std::string& kind) const {
        return names(
            "SELECT CASE relkind WHEN 'v' THEN oid::regclass::text ELSE relname END "
            "AS name FROM pg_class WHERE relnamespace IN ('public'::regnamespace, "
            "'report'::regnamespace) AND relkind = '" +
            kind + "'");
    }
};

std::string document() {
    std::ifstream file{ONSALE_SOURCE_DIR "/docs/format/postgres.md"};
    return {std::istreambuf_iterator<char>{file}, {}};
}

// Names in the first cell of a table's row, like "| `orders` | ...".
Names documented(const std::string& section) {
    const std::string text = document();
    const auto from = text.find("\n## " + section + "\n");
    EXPECT_NE(from, text.npos) << section;
    const std::string part = text.substr(from, text.find("\n## ", from + 1) - from);
    const std::regex row{"\n\\| `([a-z_.]+)` \\|"};
    Names names;
    for (auto at = std::sregex_iterator{part.begin(), part.end(), row};
         at != std::sregex_iterator{}; ++at)
        names.insert((*at)[1]);
    return names;
}

TEST_F(CatalogTest, EachTableIsDocumented) {
    EXPECT_EQ(documented("Tables"), of_kind("r"));
}

TEST_F(CatalogTest, EachIndexIsDocumented) {
    EXPECT_EQ(documented("Indexes"), of_kind("i"));
}

TEST_F(CatalogTest, EachViewIsDocumented) {
    EXPECT_EQ(documented("Views"), of_kind("v"));
}

TEST_F(CatalogTest, EachTableSequenceViewAndIndexHasAComment) {
    EXPECT_EQ(sql("SELECT string_agg(oid::regclass::text, ' ') FROM pg_class WHERE relnamespace IN "
                  "('public'::regnamespace, 'report'::regnamespace) AND relkind IN ('r', 'i', 'v') "
                  "AND obj_description(oid, 'pg_class') IS NULL"),
              "");
    EXPECT_EQ(sql("SELECT string_agg(oid::regclass::text, ' ') FROM pg_class WHERE relnamespace = "
                  "'public'::regnamespace AND relkind = 'S' AND obj_description(oid, 'pg_class') "
                  "IS NULL AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = "
                  "'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'i')"),
              "")
        << "sequences of identity columns belong to their tables";
}

TEST_F(CatalogTest, EachColumnOfATableIsNamedInTheDocument) {
    const std::string text = document();
    Names missing;
    for (const std::string& column :
         names("SELECT DISTINCT attname::text AS name FROM pg_attribute JOIN pg_class ON "
               "pg_class.oid = attrelid WHERE relnamespace = 'public'::regnamespace AND relkind = "
               "'r' AND attnum > 0 AND NOT attisdropped"))
        if (!text.contains("`" + column + "`")) missing.insert(column);
    EXPECT_EQ(missing, Names{});
}

}  // namespace
}  // namespace onsale::postgres
