// The sums equal a recount of the orders, whatever happens on the way.
#include "adapter/embedded/report/reports.hpp"

#include <limits>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "adapter/embedded/journal/plain_file.hpp"
#include "adapter/embedded/outbox/delivery.hpp"
#include "adapter/embedded/report/test_recount.hpp"
#include "adapter/embedded/report/test_report.hpp"
#include "tests/support/chance.hpp"
#include "tests/support/database.hpp"
#include "tests/support/test_box_office.hpp"
#include "tests/support/torn_disk.hpp"

namespace onsale::embedded {
namespace {

using test::Chance;
using test::kEvent;
using test::TestBoxOffice;
using namespace std::chrono_literals;

const sale::ZoneOffsets kSeoul = [](std::string_view zone, Instant) {
    return std::chrono::hours{zone == "Asia/Seoul" ? 9 : 0};
};

// Describes the differences; empty if there are none.
std::string difference(const ReportTable& left, const ReportTable& right) {
    std::string text;
    const auto add = [&](const char* whose, const ReportTable& table, const ReportTable& other) {
        for (const auto& [key, sums] : table) {
            const auto found = other.find(key);
            if (found != other.end() && found->second == sums) continue;
            text += fmt::format("{} {} {} day {} {}/{} ", whose, key.event, key.performance,
                                key.day.time_since_epoch().count(), key.grade, key.price_type);
            text += fmt::format("provider {}: sold {} back {} gross {} fees {} ", key.provider,
                                sums.seats_sold, sums.seats_returned, sums.gross, sums.fees);
            text += fmt::format("refunds {} captured {} paid back {} discounts {}\n", sums.refunds,
                                sums.captured, sums.paid_back, sums.discounts);
        }
    };
    add("left", left, right);
    add("right", right, left);
    return text;
}

// The sum over all rows of one performance.
ReportSums sums_of(const ReportTable& report, std::string_view performance) {
    ReportSums all;
    for (const auto& [key, sums] : report)
        if (key.performance == performance) all += sums;
    return all;
}

// An office whose messages are delivered to the reports.
struct Reported {
    void open() {
        reports = std::make_shared<Reports>(office.storage(), kSeoul);
        delivery = std::make_unique<Delivery>(office.storage(),
                                              std::vector<std::shared_ptr<Consumer>>{reports},
                                              [](const std::string&) {});
    }
    void close() {
        delivery.reset();
        reports.reset();
    }
    void deliver() {
        while (delivery->step()) {
        }
    }
    ReportTable table() { return whole_report(office.storage()); }
    ReportTable recounted() const { return recount(office.engine->state(), kSeoul); }
    void power_loss(std::uint64_t luck) {
        office.disk.crash(luck);
        close();
        office.engine.reset();
        office.start();
        open();
    }

    TestBoxOffice office;
    std::shared_ptr<Reports> reports;
    std::unique_ptr<Delivery> delivery;
};

ReportKey key(std::string grade, std::string type, std::chrono::sys_days day) {
    return {.event = "tour",
            .day = day,
            .performance = "fri",
            .grade = std::move(grade),
            .price_type = std::move(type),
            .provider = TestBoxOffice::kCard.value,
            .currency = "KRW"};
}

const auto kFirstDay = std::chrono::floor<std::chrono::days>(test::kOpening + 9h);

TEST(Reports, SayWhatWasSoldByGradeAndPriceType) {
    Reported test;
    ASSERT_TRUE(test.office.buy(1, {"R-1", "R-2", "S-1"}));
    test.open();
    test.deliver();
    const ReportTable expected = {
        {key("", "", kFirstDay), {.gross = 2'000, .fees = 2'000, .captured = 215'000}},
        {key("R", "adult", kFirstDay), {.seats_sold = 1, .gross = 101'000, .fees = 1'000}},
        {key("R", "youth", kFirstDay),
         {.seats_sold = 1, .gross = 61'000, .fees = 1'000, .discounts = 40'000}},
        {key("S", "adult", kFirstDay), {.seats_sold = 1, .gross = 51'000, .fees = 1'000}}};
    EXPECT_EQ(difference(test.table(), expected), "");
}

TEST(Reports, PutARefundOnTheDayItWasPaid) {
    Reported test;
    ASSERT_TRUE(test.office.buy(1, {"R-1", "S-1"}));
    test.office.pass(24h * 7);
    ASSERT_TRUE(test.office.ask_refund(test.office.order(1).code, {"S-1"}));
    test.office.answer_refunds();
    test.open();
    test.deliver();
    const auto table = test.table();
    const auto later = kFirstDay + std::chrono::days{7};
    // A tenth and the fee are kept.
    EXPECT_EQ(table.at(key("S", "adult", later)),
              (ReportSums{.seats_returned = 1, .refunds = 45'000}));
    EXPECT_EQ(table.at(key("", "", later)), (ReportSums{.paid_back = 45'000}));
    EXPECT_EQ(table.at(key("S", "adult", kFirstDay)).seats_sold, 1);
}

TEST(Reports, ADayEndsAtMidnightOfTheEventsZone) {
    Reported test;
    const Instant midnight = kFirstDay + std::chrono::days{1} - 9h;
    test.office.time.advance(midnight - test.office.time.wall() - 1ms);
    ASSERT_TRUE(test.office.buy(1, {"R-1"}));
    test.office.time.advance(1ms);
    ASSERT_TRUE(test.office.buy(2, {"R-2"}));
    test.open();
    test.deliver();
    const auto next = kFirstDay + std::chrono::days{1};
    EXPECT_EQ(test.table().at(key("R", "youth", kFirstDay)).seats_sold, 1);
    EXPECT_EQ(test.table().at(key("R", "youth", next)).seats_sold, 1);
    EXPECT_EQ(read_report(test.office.storage(), {"tour", next, next}).size(), 2U);
    EXPECT_EQ(read_report(test.office.storage(), {"other", kFirstDay, next}).size(), 0U);
}

TEST(Reports, KeepEventsAndTheirPerformancesApart) {
    Reported test;
    TestBoxOffice& office = test.office;
    constexpr auto kCard = TestBoxOffice::kCard;
    const auto gala = office.add_event("gala");
    // In mixed order, so that no id of a hall, an order or an event equals another by chance.
    office.open_hall({gala, "sat"});
    office.open_hall({kEvent, "sat"});
    ASSERT_TRUE(office.buy(1, {"R-1"}, kCard, {kEvent, "fri"}));
    ASSERT_TRUE(office.buy(1, {"R-1", "R-2", "S-1", "S-2"}, kCard, {gala, "sat"}));
    ASSERT_TRUE(office.buy(2, {"R-1", "R-2"}, kCard, {kEvent, "sat"}));
    ASSERT_TRUE(office.buy(2, {"R-1", "R-2", "S-1"}, kCard, {gala, "fri"}));
    office.pass(24h * 7);
    for (std::uint64_t id = 1; id <= 4; ++id)
        ASSERT_TRUE(office.ask_refund(office.order(id).code));
    office.answer_refunds();
    test.open();
    test.deliver();
    const auto last = kFirstDay + std::chrono::days{7};
    const auto of_tour = read_report(office.storage(), {"tour", kFirstDay, last});
    const auto of_gala = read_report(office.storage(), {"gala", kFirstDay, last});
    // Seats sold and returned, gross, fees, refunds, captured, paid back, discounts.
    EXPECT_EQ(sums_of(of_tour, "fri"),
              (ReportSums{1, 1, 63'000, 3'000, 54'000, 63'000, 54'000, 40'000}));
    EXPECT_EQ(sums_of(of_tour, "sat"),
              (ReportSums{2, 2, 164'000, 4'000, 144'000, 164'000, 144'000, 40'000}));
    EXPECT_EQ(sums_of(of_gala, "fri"),
              (ReportSums{3, 3, 215'000, 5'000, 189'000, 215'000, 189'000, 40'000}));
    EXPECT_EQ(sums_of(of_gala, "sat"),
              (ReportSums{4, 4, 266'000, 6'000, 234'000, 266'000, 234'000, 40'000}));
    EXPECT_EQ(difference(test.table(), test.recounted()), "");
}

TEST(Reports, MoneyThatBoughtNothingIsCapturedAndPaidBackButNoSale) {
    Reported test;
    const auto code = test.office.request(1, {"R-1"});
    ASSERT_TRUE(code && test.office.approve(*code) && test.office.approve(*code, "twice"));
    test.office.answer_refunds();
    test.open();
    test.deliver();
    EXPECT_EQ(
        test.table().at(key("", "", kFirstDay)),
        (ReportSums{.gross = 2'000, .fees = 2'000, .captured = 126'000, .paid_back = 63'000}));
    EXPECT_EQ(difference(test.table(), test.recounted()), "");
}

// The outbox of an older version contains no discounts, but the journal does.
TEST(Reports, OfAnOlderVersionAreMadeAgainFromTheJournal) {
    Reported test;
    ASSERT_TRUE(test.office.buy(1, {"R-1"}));
    test.open();
    test.deliver();
    test.close();
    test.office.engine.reset();
    {
        test::Database journal{test.office.disk.name(), test::kDatabasePath};
        ASSERT_EQ(journal.run("UPDATE outbox SET body = replace(body, ',\"discount\":40000', '')"),
                  SQLITE_OK);
        test::Database reports{test.office.disk.name(), "data/reports.db"};
        ASSERT_EQ(reports.run("PRAGMA user_version=1"), SQLITE_OK);
    }
    test.office.start();
    test.open();
    ASSERT_TRUE(test.reports->notice());
    EXPECT_NE(test.reports->notice()->found.find("is of version 1"), std::string::npos);
    EXPECT_TRUE(test.delivery->rebuilding());
    test.deliver();
    EXPECT_EQ(test.table().at(key("R", "youth", kFirstDay)).discounts, 40'000);
    EXPECT_EQ(difference(test.table(), test.recounted()), "");
}

TEST(Reports, ThatAreDamagedSaySoAndAreMadeAgain) {
    Reported test;
    ASSERT_TRUE(test.office.buy(1, {"R-1"}));
    {
        auto file = PlainFile::open(test.office.storage(), kReportsFile, PlainFile::Mode::kWrite);
        ASSERT_TRUE(file && file->write(std::string(5'000, 'x'), 0) && file->sync());
    }
    test.open();
    ASSERT_TRUE(test.reports->notice());
    EXPECT_EQ(test.reports->notice()->file, "reports.db");
    test.deliver();
    EXPECT_EQ(difference(test.table(), test.recounted()), "");
}

TEST(Reports, ThatAreBeingMadeAgainAreEmptyForAReader) {
    test::TornDisk disk;
    const Storage storage{"data", disk.name()};
    Database{storage, kReportsFile, Database::Mode::kCreate}.execute("CREATE TABLE other(x)");
    EXPECT_TRUE(read_report(storage, {"tour", kFirstDay, kFirstDay}).empty());
    EXPECT_TRUE(read_dead_letters(storage, kReportsFile, 10).empty());
}

TEST(Reports, CanBeMadeAgainFromTheJournal) {
    Reported test;
    ASSERT_TRUE(test.office.buy(1, {"R-1", "S-1"}));
    ASSERT_TRUE(test.office.ask_refund(test.office.order(1).code));
    test.office.answer_refunds();
    test.open();
    rebuild(*test.reports, test.office.storage());
    EXPECT_EQ(difference(test.table(), test.recounted()), "");
    EXPECT_EQ(test.reports->cursor(), test.office.engine->journal().last_message());
}

// A random sale, with power losses while messages are delivered.
class RandomOffice : public Reported {
  public:
    explicit RandomOffice(std::uint64_t seed) : chance_(seed) { open(); }

    std::size_t crashes = 0;

    void step() {
        switch (chance_.below(8)) {
            case 0:
            case 1:
            case 2:
                return buy();
            case 3:
                return refund();
            case 4:
                return office.answer_refunds();
            case 5:
                return office.pass(one_of({1s, 5min, 6h, 30h}));
            case 6:
                if (const auto done = delivery->prunable(1h)) office.engine->prune_outbox(done);
                return;
            default:  // A number, not an enumerator.
                return charge_again();
        }
    }
    // Usually with a power loss at a random point.
    void deliver_somehow() {
        if (!chance_.one_in(3)) office.disk.crash_after_ops(1 + chance_.below(30));
        try {
            (void)delivery->step();
        } catch (const SqliteError&) {
            // The outbox can no longer be read.
        }
        if (!office.disk.plug_pulled() && !chance_.one_in(4)) {
            office.disk.crash_after_ops(std::numeric_limits<std::uint64_t>::max());
            return;
        }
        ++crashes;
        power_loss(chance_.below(1'000));
    }

  private:
    Duration one_of(std::initializer_list<Duration> values) {
        return values.begin()[chance_.below(values.size())];
    }
    std::string seat() {
        return (chance_.one_in(2) ? "R-" : "S-") + std::to_string(1 + chance_.below(10));
    }
    payment::ProviderId provider() {
        return chance_.one_in(2) ? TestBoxOffice::kCard : TestBoxOffice::kOther;
    }
    void buy() {
        std::vector<std::string> seats = {seat()};
        if (chance_.one_in(2)) seats.push_back(seat());
        const auto code = office.request(++guest_, seats, provider());
        if (code && !chance_.one_in(4)) (void)office.approve(*code);
    }
    const payment::Order* an_order() {
        const std::size_t size = office.engine->state().orders().size();
        return size == 0 ? nullptr : &office.order(1 + chance_.below(size));
    }
    void refund() {
        const payment::Order* const order = an_order();
        if (order == nullptr) return;
        std::vector<std::string> seats;
        const auto& hall = office.engine->state().halls().find({1})->seats;
        if (chance_.one_in(2))
            seats = {hall.seating().id({order->quote.lines.front().chosen.seat.value})};
        (void)office.ask_refund(order->code, seats);
    }
    void charge_again() {
        const payment::Order* const order = an_order();
        if (order != nullptr) (void)office.approve(order->code, chance_.one_in(2) ? "key" : "two");
    }

    Chance chance_;
    std::uint32_t guest_ = 0;
};

TEST(Reports, EqualARecountWhereverThePowerGoes) {
    std::size_t crashes = 0;
    std::size_t bookings = 0;
    for (std::uint64_t seed = 1; seed <= 15; ++seed) {
        RandomOffice test{seed};
        for (int i = 0; i < 60; ++i) {
            test.step();
            test.deliver_somehow();
            if (i % 10 != 9) continue;
            test.deliver();
            ASSERT_EQ(difference(test.table(), test.recounted()), "")
                << "seed " << seed << ", step " << i;
            ASSERT_EQ(test.delivery->dead_letters(), 0U);
        }
        crashes += test.crashes;
        bookings += test.office.engine->state().bookings().size();
    }
    // The test proves nothing without bookings and interruptions.
    EXPECT_GT(crashes, 100U);
    EXPECT_GT(bookings, 100U);
}

}  // namespace
}  // namespace onsale::embedded
