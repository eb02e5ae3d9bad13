#include "adapter/postgres/migration/sql_statements.hpp"

#include <gtest/gtest.h>

namespace onsale::postgres {
namespace {

using Statements = std::vector<std::string_view>;

TEST(SqlStatements, EndAtSemicolons) {
    EXPECT_EQ(sql_statements("SELECT 1; SELECT\n 2 ;\n"), (Statements{"SELECT 1", "SELECT\n 2"}));
    EXPECT_EQ(sql_statements("SELECT 1"), Statements{"SELECT 1"}) << "the last one may be missing";
    EXPECT_EQ(sql_statements(" ;; \n"), Statements{});
}

TEST(SqlStatements, BeginAfterSpacesAndComments) {
    EXPECT_EQ(sql_statements("-- one; two\n\n/* three; */ SELECT 1;\n-- end"),
              Statements{"SELECT 1"});
}

TEST(SqlStatements, KeepSemicolonsInTextsNamesAndComments) {
    EXPECT_EQ(sql_statements("SELECT 'a;b', 'it''s; c', \"d;e\" -- f;g'\n, 1; SELECT 2"),
              (Statements{"SELECT 'a;b', 'it''s; c', \"d;e\" -- f;g'\n, 1", "SELECT 2"}));
}

TEST(SqlStatements, KeepSemicolonsInDollarQuotes) {
    EXPECT_EQ(sql_statements("DO $$ BEGIN; END; $$; SELECT $a$ $$ ; $a$; SELECT $1"),
              (Statements{"DO $$ BEGIN; END; $$", "SELECT $a$ $$ ; $a$", "SELECT $1"}));
}

TEST(SqlStatements, AnOpenQuoteEndsWithTheFile) {
    EXPECT_EQ(sql_statements("SELECT 'a; b"), Statements{"SELECT 'a; b"});
    EXPECT_EQ(sql_statements("DO $$ a; b"), Statements{"DO $$ a; b"});
    EXPECT_EQ(sql_statements("SELECT 1 $"), Statements{"SELECT 1 $"});
}

}  // namespace
}  // namespace onsale::postgres
