// Migrations after the first one run in the middle of a sale, beside programs of the version before
// them. Each statement must have one of the forms below, which take locks for a moment only and
// which a program that does not know of them can live with. docs/format/postgres.md explains them.
#include <algorithm>
#include <regex>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "adapter/postgres/migration/migration.hpp"
#include "adapter/postgres/migration/sql_statements.hpp"

namespace onsale::postgres {
namespace {

// One space between words, upper case. Texts in quotes change, too: nobody runs this.
std::string normal(std::string_view statement) {
    const std::string no_comments =
        std::regex_replace(std::string{statement}, std::regex{"--[^\n]*"}, "");
    std::string text = std::regex_replace(no_comments, std::regex{"\\s+"}, " ");
    if (text.ends_with(' ')) text.pop_back();
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

bool has_form(const std::string& text, const char* form) {
    return std::regex_match(text, std::regex{form});
}

// A column that a program may leave out. Its default is a constant, so the table is not written
// again.
const char* const kNewColumn =
    "ALTER TABLE [\\w.]+ ADD COLUMN \\w+ \\w+(\\[\\])?"
    "( (NOT NULL )?DEFAULT (-?[0-9.]+|TRUE|FALSE|NULL|'[^']*'))?";

const char* const kForms[] = {
    "CREATE (TABLE|SCHEMA|SEQUENCE|FUNCTION) .*",
    "CREATE (OR REPLACE )?VIEW .*",
    kNewColumn,
    "COMMENT ON .*",
    "GRANT .*",
    "INSERT INTO .*",
    // Makes the role of readers, if the server lets us.
    "DO \\$\\$ BEGIN IF (NOT )?EXISTS \\(SELECT FROM PG_ROLES (?!.*(DROP|ALTER "
    "TABLE|DELETE|UPDATE)).*",
};

// Checks the statements of one file. Some are allowed only on tables that the same file creates.
class FileRule {
  public:
    explicit FileRule(const Migration& migration) : migration_(migration) {}

    std::string violations() {
        std::string found;
        for (const std::string_view statement : sql_statements(migration_.sql)) {
            const std::string text = normal(statement);
            if (!is_allowed(text)) found += migration_.name + ": " + text + "\n";
        }
        return found;
    }

  private:
    bool is_allowed(const std::string& text) {
        std::smatch words;
        if (std::regex_search(text, words, std::regex{"^CREATE TABLE (\\w+)"}))
            made_.insert(words[1]);
        // It would block the writers of a big table while it is built.
        if (std::regex_search(text, words, std::regex{"^CREATE (UNIQUE )?INDEX \\w+ ON (\\w+)"}))
            return made_.contains(words[2]);
        // Locks the rows that it changes until the end of its transaction, so it takes few.
        if (text.starts_with("UPDATE ")) return migration_.repeats && text.contains(" LIMIT ");
        if (migration_.repeats) return false;
        return std::ranges::any_of(kForms, [&](const char* form) { return has_form(text, form); });
    }

    const Migration& migration_;
    std::set<std::string> made_;
};

std::string violations_in(const std::string& sql) {
    const std::string text = "-- oldest binary: 1.0.0\n" + sql;
    return FileRule{make_migration(2, "planted", text)}.violations();
}

TEST(AdditiveRule, OurLaterMigrationsKeepIt) {
    int checked = 0;
    for (const Migration& migration : store_migrations()) {
        if (migration.version == 1) continue;
        EXPECT_EQ(FileRule{migration}.violations(), "");
        ++checked;
    }
    EXPECT_GT(checked, 0);
}

TEST(AdditiveRule, RefusesWhatAnOlderProgramWouldNotSurvive) {
    for (const char* const bad :
         {"DROP TABLE orders",
          "ALTER TABLE orders DROP COLUMN code",
          "ALTER TABLE orders ALTER COLUMN code TYPE text",
          "ALTER TABLE orders RENAME TO bills",
          "ALTER TABLE orders RENAME COLUMN code TO name",
          "ALTER TABLE orders SET (fillfactor = 9)",
          "ALTER TABLE orders ALTER COLUMN seats SET NOT NULL",
          "ALTER TABLE orders ADD COLUMN colour text NOT NULL",
          "ALTER TABLE orders ADD COLUMN colour text UNIQUE",
          "ALTER TABLE orders ADD COLUMN colour text CHECK (colour <> '')",
          "ALTER TABLE orders ADD CONSTRAINT few CHECK (seats < 9)",
          "ALTER TABLE orders ADD COLUMN a int, DROP COLUMN code",
          "TRUNCATE orders",
          "DELETE FROM orders",
          "DROP INDEX one_owner",
          "DROP VIEW report.orders",
          "ALTER SEQUENCE order_ids RESTART",
          "REVOKE SELECT ON orders FROM onsale",
          "DO $$ BEGIN DELETE FROM orders; END $$",
          "DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles) THEN DROP TABLE orders; END IF; END $$",
          "CREATE TRIGGER slow AFTER INSERT ON orders EXECUTE FUNCTION f()",
          "LOCK TABLE orders",
          "VACUUM orders"})
        EXPECT_NE(violations_in(bad), "") << bad;
}

TEST(AdditiveRule, RefusesWhatLocksABigTableForLong) {
    for (const char* const bad :
         {"CREATE INDEX slow ON orders (code)", "CREATE UNIQUE INDEX slow ON orders (code)",
          "UPDATE orders SET seats = 0",
          "ALTER TABLE orders ADD COLUMN made uuid DEFAULT gen_random_uuid()",
          "ALTER TABLE orders ADD COLUMN made timestamptz NOT NULL DEFAULT clock_timestamp()",
          "-- repeated\nUPDATE orders SET seats = 0",
          "-- repeated\nALTER TABLE orders ADD COLUMN a int"})
        EXPECT_NE(violations_in(bad), "") << bad;
}

TEST(AdditiveRule, AllowsNewThingsAndSmallSteps) {
    for (const char* const good :
         {"CREATE TABLE colours (id int PRIMARY KEY);\nCREATE INDEX colours_id ON colours (id)",
          "ALTER TABLE orders ADD COLUMN colour text", "alter table orders add column a int[]",
          "ALTER TABLE orders ADD COLUMN colour text NOT NULL DEFAULT 'red' -- Why.",
          "ALTER TABLE orders\n  ADD COLUMN shade bigint NOT NULL DEFAULT -1",
          "CREATE OR REPLACE VIEW report.orders AS SELECT id FROM orders",
          "COMMENT ON COLUMN orders.colour IS 'Of the ticket.'", "INSERT INTO colours SELECT 1",
          "GRANT SELECT ON report.colours TO onsale_reader",
          "-- repeated\nUPDATE orders SET a = 1 WHERE id IN (SELECT id FROM orders WHERE a IS NULL "
          "LIMIT 1000)"})
        EXPECT_EQ(violations_in(good), "") << good;
}

}  // namespace
}  // namespace onsale::postgres
