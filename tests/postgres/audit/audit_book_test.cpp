#include "adapter/postgres/audit/audit_book.hpp"

#include <gtest/gtest.h>

#include "tests/support/manual_time.hpp"
#include "tests/support/on_loop.hpp"
#include "tests/support/server/postgres_server.hpp"
#include "tests/support/server/store_schema.hpp"
#include "tests/support/server/tcp_proxy.hpp"

namespace onsale::postgres {
namespace {

using namespace std::chrono_literals;

constexpr Instant kNow = instant_from_ms(1'800'000'000'000);

// Not a MAC, but it depends on key and bytes as one does.
operate::AuditMac keyed(const std::string& key) {
    return [key](std::string_view bytes) { return sha256(key + std::string{bytes}); };
}

Config config_of(std::uint16_t port) {
    Config config;
    config.hosts = {{"127.0.0.1", port}};
    config.database = "postgres";
    config.user = "postgres";
    return config;
}

AuditNote note(std::string what) {
    return {.who = "owner.key", .what = std::move(what), .result = "done"};
}

// Two processes with the same key.
class AuditBookTest : public test::OnLoop {
  protected:
    void SetUp() override {
        test::make_empty_store(server());
        (void)server().sql(
            "TRUNCATE audit; UPDATE audit_head SET seq = 0, chain = decode(repeat('00', 32), "
            "'hex')");
    }

    static test::PostgresServer& server() {
        static test::PostgresServer server{test::PostgresOptions{}};
        return server;
    }
    operate::AuditReport verified(const std::optional<Sha256Digest>& exported = std::nullopt) {
        return *run(ours.verify(exported));
    }
    void record_at_once(AuditBook& book, int count) {
        for (int i = 0; i < count; ++i)
            spawn(book.record(note("POST /events")),
                  [this](Result<AuditHead, std::string> head) { ++(head ? done : refused); });
    }

    test::ManualTime time{kNow};
    Client client{loop, config_of(server().port())};
    Client other_client{loop, config_of(server().port())};
    AuditBook ours{client, keyed("key"), time};
    AuditBook theirs{other_client, keyed("key"), time};
    int done = 0;
    int refused = 0;
};

TEST_F(AuditBookTest, AnEntryIsReadAsItWasWritten) {
    const AuditNote full{"owner.key", "r-1",      "POST /events",
                         "list(3)",   "guest 0a", R"([{"code":"event.created"}])",
                         7,           "begun",    0};
    const auto head = run(ours.record(full));
    ASSERT_TRUE(head.has_value()) << head.error();
    EXPECT_EQ(head->seq, 1u);
    const auto page = run(theirs.page(0, 10));
    ASSERT_EQ(page->size(), 1u);
    const AuditEntry& entry = page->front();
    EXPECT_EQ(entry.at, kNow);
    EXPECT_EQ(entry.note.who, full.who);
    EXPECT_EQ(entry.note.request, full.request);
    EXPECT_EQ(entry.note.what, full.what);
    EXPECT_EQ(entry.note.asked, full.asked);
    EXPECT_EQ(entry.note.about, full.about);
    EXPECT_EQ(entry.note.effect, full.effect);
    EXPECT_EQ(entry.note.count, full.count);
    EXPECT_EQ(entry.note.result, full.result);
    EXPECT_EQ(entry.chain, head->chain);
    EXPECT_EQ(verified().unfinished, 1u);
}

TEST_F(AuditBookTest, HasTheChainOfTheLogOnOneMachine) {
    const auto first = run(ours.record(note("GET /audit")));
    AuditEntry entry{.seq = 1, .at = kNow, .note = note("GET /audit")};
    EXPECT_EQ(first->chain, operate::audit_chain(keyed("key"), {}, entry));
}

TEST_F(AuditBookTest, EscapesAndTruncatesBeforeItWrites) {
    ASSERT_TRUE(run(ours.record(note("GET /\xE2\x80\xAE" + std::string(5'000, 'x')))).has_value());
    const auto page = run(ours.page(0, 10));
    EXPECT_TRUE(page->front().note.what.starts_with("GET /%E2%80%AE"));
    EXPECT_LE(page->front().note.what.size(), 768u);
    EXPECT_EQ(verified().damage, "");
}

TEST_F(AuditBookTest, TwoProcessesWriteOneChain) {
    record_at_once(ours, 20);
    record_at_once(theirs, 20);
    run_until([&] { return done + refused == 40; });
    EXPECT_EQ(done, 40);
    const auto report = verified();
    EXPECT_EQ(report.damage, "");
    EXPECT_EQ(report.head.seq, 40u);
}

TEST_F(AuditBookTest, PagesFollowTheNumbers) {
    for (int i = 0; i < 5; ++i)
        ASSERT_TRUE(run(ours.record(note("GET /audit"))).has_value());
    const auto page = run(ours.page(2, 2));
    ASSERT_EQ(page->size(), 2u);
    EXPECT_EQ(page->front().seq, 3u);
    EXPECT_EQ(run(ours.head())->seq, 5u);
    EXPECT_TRUE(run(ours.page(5, 2))->empty());
}

TEST_F(AuditBookTest, AChangedEntryShows) {
    for (int i = 0; i < 3; ++i)
        ASSERT_TRUE(run(ours.record(note("POST /events"))).has_value());
    (void)server().sql("UPDATE audit SET who = 'somebody' WHERE seq = 2");
    const auto report = verified();
    EXPECT_EQ(report.head.seq, 1u);
    EXPECT_NE(report.damage.find("audit entry 2 is missing or changed"), std::string::npos);
}

TEST_F(AuditBookTest, ARemovedEndShowsByTheHeadAndByAnExportedHead) {
    ASSERT_TRUE(run(ours.record(note("POST /events"))).has_value());
    const auto last = run(ours.record(note("POST /events")));
    (void)server().sql("DELETE FROM audit WHERE seq = 2");
    EXPECT_NE(verified().damage, "");
    (void)server().sql("UPDATE audit_head SET seq = 1, chain = (SELECT chain FROM audit)");
    EXPECT_EQ(verified().damage, "");
    EXPECT_NE(verified(last->chain).damage, "");
}

TEST_F(AuditBookTest, AnotherKeyMakesAnotherChain) {
    ASSERT_TRUE(run(ours.record(note("POST /events"))).has_value());
    AuditBook stranger{client, keyed("another"), time};
    EXPECT_NE(run(stranger.verify())->damage, "");
}

TEST_F(AuditBookTest, ALostAnswerToCommitSaysThatTheEntryMayBeThere) {
    test::TcpProxy proxy{loop, server().port()};
    Client cut{loop, config_of(proxy.port())};
    AuditBook book{cut, keyed("key"), time, 500ms};
    ASSERT_TRUE(run(book.record(note("GET /audit"))).has_value());
    proxy.when_requested("commit", [&] { proxy.answers = test::Flow::kSwallowed; });
    const auto lost = run(book.record(note("GET /audit")));
    ASSERT_FALSE(lost.has_value());
    EXPECT_NE(lost.error().find("the entry may be in the log"), std::string::npos);
    EXPECT_EQ(verified().damage, "");
    EXPECT_EQ(verified().head.seq, 2u);
}

TEST_F(AuditBookTest, WithoutADatabaseTheReasonIsNamed) {
    Client nobody{loop, config_of(1)};
    AuditBook book{nobody, keyed("key"), time, 200ms};
    const auto refusal = run(book.record(note("GET /audit")));
    ASSERT_FALSE(refusal.has_value());
    EXPECT_NE(refusal.error().find("nothing was written"), std::string::npos);
}

}  // namespace
}  // namespace onsale::postgres
