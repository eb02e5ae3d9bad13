#include "tests/architecture/include_rule.hpp"

#include <string>

#include <gtest/gtest.h>

#include "tests/architecture/include_table.hpp"

namespace onsale::architecture {
namespace {

struct Case {
    std::string path;
    std::string include;
    std::string reason;  // Part of the reported text; empty if the include is allowed.
};

void expect_all(const std::vector<Case>& cases) {
    for (const Case& c : cases) {
        const auto found =
            to_text(include_violations({make_file(c.path, {"#include " + c.include})}));
        SCOPED_TRACE(c.path + " includes " + c.include);
        if (c.reason.empty()) {
            EXPECT_EQ(found, "");
        } else {
            EXPECT_NE(found.find(c.reason), found.npos) << "reported: '" << found << "'";
        }
    }
}

TEST(IncludeRule, TheSourceTreeKeepsTheTable) {
    const SourceTree tree = read_tree(ONSALE_SOURCE_DIR, {"src"}, {".cpp", ".hpp"});
    ASSERT_FALSE(tree.empty());
    EXPECT_EQ(to_text(include_violations(tree)), "");
}

TEST(IncludeRule, ReportsPathLineHeaderAndReason) {
    const SourceTree tree = {
        make_file("src/sale/app/bad.cpp", {"// A comment.", "#include <hiredis/async.h>"})};
    EXPECT_EQ(to_text(include_violations(tree)),
              "src/sale/app/bad.cpp:2: hiredis/async.h - belongs to adapter/redis");
}

TEST(IncludeRule, ReportsEveryBadLineOfAFile) {
    const SourceTree tree = {make_file(
        "src/base/bad.hpp",
        {"#include \"runtime/loop.hpp\"", "#include <string>", "#include <fmt/format.h>"})};
    EXPECT_EQ(include_violations(tree).size(), 2U);
}

TEST(IncludeRule, EveryRowIsNeeded) {
    const SourceTree tree = read_tree(ONSALE_SOURCE_DIR, {"src"}, {".cpp", ".hpp"});
    EXPECT_EQ(to_text(stale_rows(tree)), "");
}

TEST(IncludeRule, ARowWithoutItsFolderIsReported) {
    const std::string found = to_text(stale_rows({make_file("src/base/id.hpp", {})}));
    EXPECT_EQ(found.find("base:1:"), found.npos);
    EXPECT_NE(found.find("token:1: kFolders - no file is below this folder"), found.npos);
}

TEST(IncludeRule, EveryEntryIsNeeded) {
    const SourceTree tree = read_tree(ONSALE_SOURCE_DIR, {"src"}, {".cpp", ".hpp"});
    EXPECT_EQ(to_text(stale_entries(tree)), "");
}

TEST(IncludeRule, AnEntryThatNoFolderOfTheAdapterUsesIsReported) {
    const std::string found = to_text(stale_entries({
        make_file("src/codec/a.cpp", {"#include \"runtime/loop.hpp\""}),
        make_file("src/adapter/redis/line/a.cpp", {"#include \"runtime/loop.hpp\""}),
    }));
    EXPECT_NE(found.find("*/codec:1: codec - nobody includes it"), found.npos);
    EXPECT_EQ(found.find("base - "), found.npos);
    EXPECT_NE(found.find("adapter/redis/hall:1: */port - nobody includes it"), found.npos);
    EXPECT_EQ(found.find("adapter/redis/hall:1: runtime - "), found.npos);
    EXPECT_NE(found.find("adapter/embedded/journal:1: runtime - "), found.npos);
}

TEST(IncludeRule, AHomeThatDoesNotIncludeItsVendorIsReported) {
    const std::string found = to_text(stale_entries({
        make_file("src/adapter/redis/call/a.cpp", {"#include <openssl/evp.h>"}),
        make_file("src/runtime/a_test.cpp", {"#include <gtest/gtest.h>"}),
    }));
    EXPECT_NE(found.find("openssl/:1: token - does not include it"), found.npos);
    EXPECT_EQ(found.find("openssl/:1: adapter/redis - "), found.npos);
    EXPECT_NE(found.find("rapidcheck:1:  - does not include it"), found.npos);
    EXPECT_EQ(found.find("gtest/:1: "), found.npos);
}

TEST(IncludeRule, ADropinApiSeesPortsOnly) {
    EXPECT_EQ(to_text(dropins_without_row(read_tree(ONSALE_SOURCE_DIR, {"src"}, {".cpp", ".hpp"}))),
              "");
    const std::string path = "src/adapter/http/dropin_queue/routes.cpp";
    const auto found = [&](const std::vector<FolderRow>& rows) {
        return to_text(dropins_without_row({make_file(path, {})}, rows));
    };
    const std::string_view folder = "adapter/http/dropin_queue";
    EXPECT_EQ(found({{"adapter/http", {}, ""}}),
              path + ":1: src/adapter/http/dropin_queue - a drop-in API needs its own row");
    EXPECT_EQ(found({{folder, {"base", "*/port", "adapter/http/api"}, ""}}), "");
    EXPECT_EQ(found({{folder, {"base", "*/port", "*/domain"}, ""}}),
              path + ":1: src/adapter/http/dropin_queue - a drop-in API sees ports only");
}

TEST(IncludeRule, TheTableOfContributingIsThisOne) {
    std::string page;
    for (const std::string& line : read_file(ONSALE_SOURCE_DIR, "CONTRIBUTING.md").lines)
        page += line + "\n";
    EXPECT_NE(page.find(folder_table()), page.npos) << "CONTRIBUTING.md needs this table:\n"
                                                    << folder_table();
}

TEST(IncludeRule, AFolderOutsideTheTableIsReported) {
    const SourceTree tree = {make_file("src/misc/thing.hpp", {})};
    EXPECT_EQ(to_text(include_violations(tree)),
              "src/misc/thing.hpp:1: misc/thing.hpp - its folder has no row in kFolders");
}

TEST(IncludeRule, CoreLayersSeeOnlyTheirOwnModule) {
    expect_all({
        {"src/seat/domain/hall.cpp", "\"base/id.hpp\"", ""},
        {"src/seat/domain/hall.cpp", "\"seat/domain/hall.hpp\"", ""},
        {"src/seat/domain/hall.cpp", "\"seat/port/ledger.hpp\"", "may include only base"},
        {"src/seat/domain/hall.cpp", "\"payment/domain/order.hpp\"", "may include only base"},
        {"src/payment/domain/rule/a.cpp", "\"payment/domain/order.hpp\"", ""},
        {"src/seat/codec/hall_text.cpp", "\"seat/domain/hall.hpp\"", ""},
        {"src/seat/codec/hall_text.cpp", "\"seat/port/ledger.hpp\"", "may include only"},
        {"src/seat/port/ledger.hpp", "\"seat/domain/hall.hpp\"", ""},
        {"src/seat/port/ledger.hpp", "\"seat/app/hold_seats.hpp\"", "may include only"},
        {"src/sale/app/hold_seats.cpp", "\"seat/port/ledger.hpp\"", ""},
        {"src/sale/app/hold_seats.cpp", "\"seat/codec/hall_text.hpp\"", "may include only"},
        {"src/sale/domain/rules.hpp", "\"seat/domain/hall.hpp\"", ""},
        {"src/sale/domain/rules.hpp", "\"seat/port/ledger.hpp\"", "may include only"},
        {"src/sale/advice/odds.hpp", "\"base/time.hpp\"", ""},
        {"src/sale/advice/odds.hpp", "\"seat/domain/hall.hpp\"", "may include only base"},
        {"src/sale/domain/rules.hpp", "\"sale/advice/odds.hpp\"", "may include only"},
    });
}

TEST(IncludeRule, AdaptersSeeTheirSideOfTheHexagon) {
    expect_all({
        {"src/adapter/http/guest/seat/a.cpp", "\"seat/app/hold_seats.hpp\"", ""},
        {"src/adapter/http/guest/seat/a.cpp", "\"seat/port/ledger.hpp\"", ""},
        {"src/adapter/http/guest/seat/a.cpp", "\"sale/advice/odds.hpp\"", ""},
        {"src/adapter/http/guest/seat/a.cpp", "\"token/entry.hpp\"", ""},
        {"src/adapter/http/guest/seat/a.cpp", "\"adapter/embedded/journal/journal.hpp\"",
         "may include only"},
        {"src/adapter/redis/line/a.cpp", "\"seat/codec/hall_text.hpp\"", "may include only"},
        {"src/adapter/redis/line/a.cpp", "\"seat/app/hold_seats.hpp\"", "may include only"},
        {"src/adapter/redis/line/a.cpp", "\"adapter/gateway/demo/log.hpp\"", "may include only"},
    });
}

TEST(IncludeRule, TheLongestRowAppliesInsideAnAdapter) {
    expect_all({
        {"src/adapter/http/transport/message/a.cpp", "\"adapter/http/api/error/e.hpp\"",
         "may include only base, runtime"},
        {"src/adapter/http/transport/message/a.cpp", "\"token/entry.hpp\"",
         "may include only base, runtime"},
        {"src/adapter/http/transport/socket/a.cpp", "\"adapter/http/transport/message/r.hpp\"", ""},
        {"src/adapter/http/transport/socket/a.cpp", "\"token/key/key_file.hpp\"",
         "may include only"},
        {"src/adapter/http/guest/seat/a.cpp", "\"adapter/http/api/error/e.hpp\"", ""},
        {"src/adapter/http/guest/seat/a.cpp", "\"adapter/http/guest/queue/q.hpp\"",
         "may include only"},
        {"src/adapter/http/guest/seat/a.cpp", "\"adapter/http/guest/context/c.hpp\"", ""},
        {"src/adapter/http/guest/context/c.cpp", "\"adapter/http/guest/page/p.hpp\"",
         "may include only"},
        {"src/adapter/http/guest/seat/a.cpp", "\"adapter/http/operator/call/c.hpp\"",
         "may include only"},
        {"src/adapter/http/guest/site.cpp", "\"adapter/http/guest/queue/q.hpp\"", ""},
        {"src/adapter/http/operator/line/a.cpp", "\"adapter/http/guest/pay/p.hpp\"",
         "may include only"},
        {"src/adapter/http/operator/line/a.cpp", "\"adapter/http/operator/event/e.hpp\"",
         "may include only"},
        {"src/adapter/http/operator/line/a.cpp", "\"adapter/http/operator/call/c.hpp\"", ""},
        {"src/adapter/redis/protocol/a.cpp", "\"adapter/redis/client/c.hpp\"",
         "may include only base"},
        {"src/adapter/redis/feed/a.cpp", "\"adapter/redis/line/l.hpp\"", "may include only"},
        {"src/adapter/embedded/journal/a.cpp", "\"adapter/embedded/engine/e.hpp\"",
         "may include only"},
    });
}

TEST(IncludeRule, NobodyIncludesTheProgram) {
    expect_all({
        {"src/program/serve/serve.cpp", "\"adapter/http/guest/site.hpp\"", ""},
        {"src/program/serve/serve.cpp", "\"program/cluster/wiring.hpp\"", ""},
        {"src/program/config/config.cpp", "\"adapter/http/guest/site.hpp\"", "may include only"},
        {"src/adapter/http/guest/site.cpp", "\"program/wiring.hpp\"", "may include only"},
        {"src/base/id.hpp", "\"program/wiring.hpp\"", "may include only std"},
    });
}

TEST(IncludeRule, AVendorStaysAtHome) {
    expect_all({
        {"src/base/sha256.cpp", "<openssl/evp.h>", ""},
        {"src/base/bytes.cpp", "<openssl/evp.h>", "belongs to token"},
        {"src/adapter/redis/protocol/script.cpp", "<openssl/evp.h>", ""},
        {"src/adapter/redis/protocol/reply_parser.cpp", "<hiredis/read.h>", ""},
        {"src/token/jwt.cpp", "<cjose/cjose.h>", ""},
        {"src/adapter/http/guest/server.cpp", "<cjose/cjose.h>", "belongs to token"},
        {"src/adapter/embedded/journal/journal.cpp", "<sqlite3.h>", ""},
        {"src/program/serve/serve.cpp", "<sqlite3.h>", "belongs to adapter/embedded"},
        {"src/seat/port/ledger.hpp", "<boost/asio/awaitable.hpp>", ""},
        {"src/seat/port/ledger.hpp", "<boost/asio/post.hpp>", "belongs to runtime"},
        {"src/seat/domain/hall.hpp", "<boost/asio/awaitable.hpp>", "belongs to runtime"},
        {"src/base/port.hpp", "<boost/asio/awaitable.hpp>", ""},
        {"src/base/port.hpp", "<boost/asio/post.hpp>", "belongs to runtime"},
        {"src/base/id.hpp", "<boost/asio/awaitable.hpp>", "belongs to runtime"},
        {"src/seat/codec/hall_text.cpp", "<boost/json.hpp>", ""},
        {"src/sale/app/hold_seats.cpp", "<boost/json.hpp>", "belongs to codec"},
        {"src/adapter/redis/line/ledger.cpp", "<fmt/format.h>", ""},
        {"src/seat/domain/hall.cpp", "<fmt/format.h>", "belongs to token"},
        {"src/adapter/http/guest/server.cpp", "<sys/socket.h>", ""},
        {"src/program/serve/serve.cpp", "<openssl/ssl.h>", "belongs to token"},
        {"src/sale/app/hold_seats.cpp", "<sys/socket.h>", "belongs to token"},
        {"src/program/config.cpp", "<toml++/toml.h>", ""},
        {"src/program/serve/serve.cpp", "<boost/asio/post.hpp>", ""},
        {"src/adapter/server/loop/a.cpp", "<boost/asio/steady_timer.hpp>", ""},
        {"src/sale/app/cashier.cpp", "<boost/asio/steady_timer.hpp>", ""},
        {"src/program/config.cpp", "<leveldb/db.h>", "this vendor has no home yet"},
    });
}

TEST(IncludeRule, TestsMayUseFakesAndTestVendors) {
    expect_all({
        {"src/sale/app/hold_seats_test.cpp", "\"adapter/embedded/journal/journal.hpp\"", ""},
        {"src/sale/app/hold_seats_test.cpp", "\"tests/support/clock.hpp\"", ""},
        {"src/sale/app/hold_seats_test.cpp", "<gtest/gtest.h>", ""},
        {"src/sale/app/hold_seats_test.cpp", "\"adapter/http/server.hpp\"", "may include only"},
        {"src/sale/app/hold_seats_test.cpp", "<sqlite3.h>", "belongs to adapter/embedded"},
        {"src/sale/app/hold_seats.cpp", "<gtest/gtest.h>", "belongs to tests"},
    });
}

TEST(IncludeRule, ProductionCodeIncludesNoTestCode) {
    expect_all({
        {"src/adapter/http/guest/seat/a.cpp", "\"tests/support/clock.hpp\"",
         "includes no test code"},
        {"src/program/serve/a.cpp", "\"tests/support/clock.hpp\"", "includes no test code"},
        {"src/seat/domain/hall.cpp", "\"seat/domain/test_hall.hpp\"", "includes no test code"},
        {"src/seat/domain/test_hall.hpp", "\"tests/support/clock.hpp\"", ""},
        {"src/seat/domain/hall_test.cpp", "\"seat/domain/test_hall.hpp\"", ""},
        // A name alone does not make a source test code.
        {"src/sale/app/test_purchase.cpp", "\"tests/support/clock.hpp\"", "includes no test code"},
        {"src/sale/app/test_purchase.cpp", "\"adapter/embedded/journal/journal.hpp\"",
         "may include only"},
        {"src/sale/app/test_purchase.cpp", "<gtest/gtest.h>", "belongs to tests"},
    });
}

TEST(IncludeRule, AnIncludeIsWrittenFromSrc) {
    expect_all({{"src/seat/domain/hall.cpp", "\"hall.hpp\"", "write the path from src/"}});
}

}  // namespace
}  // namespace onsale::architecture
