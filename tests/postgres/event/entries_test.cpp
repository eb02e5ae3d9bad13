// Lists, bars and codes as rows.
#include <gtest/gtest.h>

#include "tests/postgres/event/event_site.hpp"

namespace onsale::postgres {
namespace {

using namespace waiting_room::command;

class Entries : public OnStore {
  protected:
    void SetUp() override {
        OnStore::SetUp();
        auto settings = event_settings("tour");
        settings->phases = {{.id = "first", .from = kNow + 24h, .to = kNow + 48h,
                             .who = waiting_room::Eligibility::kList}};
        event = call(one.office, CreateEvent{settings}).value().event;
    }
    static std::shared_ptr<const std::vector<GuestId>> guests(std::uint32_t from,
                                                              std::uint32_t to) {
        auto all = std::make_shared<std::vector<GuestId>>();
        for (std::uint32_t i = from; i < to; ++i)
            all->push_back(guest(i));
        return all;
    }
    OperatorOutcome list(std::uint32_t from, std::uint32_t to, bool rehearse = false) {
        return call(one.office, ListGuests{event, "first", guests(from, to), rehearse});
    }
    OperatorOutcome bar(std::uint32_t from, std::uint32_t to, bool barred) {
        return call(two.office, BarGuests{event, guests(from, to), barred, false});
    }
    static std::string entries() { return sql("SELECT entries FROM events"); }

    EventId event;
};

TEST_F(Entries, AListIsWrittenInPagesThatAreRowsOfTheHistory) {
    EXPECT_EQ(list(0, 25'000).value().count, 25'000U);
    EXPECT_EQ(sql("SELECT string_agg(entries::text, ' ' ORDER BY seq) FROM event_facts"),
              "0 10000 10000 5000");
    EXPECT_EQ(sql("SELECT string_agg(n::text, ' ' ORDER BY seq) FROM "
                  "(SELECT seq, count(*) n FROM phase_guests GROUP BY seq) by_seq"),
              "10000 10000 5000");
    EXPECT_EQ(entries(), "25000");
}

TEST_F(Entries, AGuestIsOnAListOnce) {
    ASSERT_TRUE(list(0, 10));
    EXPECT_EQ(list(5, 15).value().count, 10U);
    EXPECT_EQ(entries(), "15");
}

TEST_F(Entries, ARehearsalWritesNothing) {
    EXPECT_EQ(list(0, 10, true).value().count, 10U);
    EXPECT_EQ(entries(), "0");
    EXPECT_EQ(sql("SELECT count(*) FROM event_facts"), "1");
}

TEST_F(Entries, ThereIsALimitForAllTogether) {
    (void)sql("UPDATE events SET entries = 1999990");
    EXPECT_EQ(list(0, 11).error().error, OperatorError::kTooMany);
    EXPECT_TRUE(list(0, 10));
}

TEST_F(Entries, BarredGuestsAreCountedUntilTheyMayEnterAgain) {
    EXPECT_EQ(bar(0, 10, true).value().count, 10U);
    EXPECT_EQ(bar(5, 15, true).value().count, 10U);
    EXPECT_EQ(entries(), "15");
    EXPECT_EQ(bar(0, 12, false).value().count, 12U);
    EXPECT_EQ(entries(), "3");
    EXPECT_EQ(sql("SELECT count(*) FROM bars WHERE NOT barred AND seq = 4"), "12");
    EXPECT_TRUE(bar(0, 1, true));
    EXPECT_EQ(entries(), "4");
}

TEST_F(Entries, AListMayNameAGuestTwice) {
    auto twice = std::make_shared<std::vector<GuestId>>(2, guest(1));
    EXPECT_TRUE(call(one.office, BarGuests{event, twice, true, false}));
    EXPECT_TRUE(call(one.office, ListGuests{event, "first", twice, false}));
    EXPECT_EQ(entries(), "2");
}

TEST_F(Entries, CodesAreIssuedOnce) {
    const auto codes = std::make_shared<const std::vector<Sha256Digest>>(
        std::vector{sha256("a"), sha256("b")});
    EXPECT_EQ(call(one.office, IssueCodes{event, "first", 3, codes, false}).value().count, 2U);
    EXPECT_EQ(call(two.office, IssueCodes{event, "first", 5, codes, false}).value().count, 2U);
    EXPECT_EQ(sql("SELECT sum(uses_left) FROM codes"), "6");
    EXPECT_EQ(entries(), "2");
}

}  // namespace
}  // namespace onsale::postgres
