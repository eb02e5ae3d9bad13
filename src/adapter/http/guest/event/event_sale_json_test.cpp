#include "adapter/http/guest/event/event_sale_json.hpp"

#include <boost/json/parse.hpp>
#include <gtest/gtest.h>

#include "adapter/http/guest/test_guest_site.hpp"
#include "seat/domain/test_hall.hpp"

namespace onsale::http {
namespace {

namespace json = boost::json;
using sale::LeftShown;
using waiting_room::EventId;
using waiting_room::EventSettings;

class EventSale : public ::testing::Test, public testing::TestLoop {
  protected:
    EventSale() {
        room_.publish(kEvent,
                      {waiting_room::fact::EventCreated{std::make_shared<const EventSettings>()},
                       waiting_room::fact::LifecycleChanged{waiting_room::Lifecycle::kOpen}});
    }

    void open_hall() {
        context_.sale.apply(sale::fact::HallOpened{
            .event = kEvent,
            .performance = "fri",
            .plan = std::make_shared<const seat::HallPlan>(seat::test_plan()),
            .rules = {},
            .seating = nullptr});
        seats_ = context_.sale.counts(kEvent)[seat::SeatState::kFree];
    }
    void show(LeftShown shown) {
        auto settings = std::make_shared<sale::SaleSettings>();
        settings->left_shown = shown;
        settings->seats_per_guest = 4;
        context_.sale.apply(sale::fact::SettingsSet{kEvent, settings});
    }
    json::object event() {
        json::object event{{"status", "open"},
                           {"performances", json::array{{{"id", "fri"}}, {{"id", "sun"}}}}};
        add_sale(event, context_, kEvent);
        return event;
    }

    static constexpr EventId kEvent{1};
    std::uint32_t seats_ = 0;
};

TEST_F(EventSale, AnEventWithoutHallsIsAsItWas) {
    EXPECT_EQ(event().size(), 2u);
}

TEST_F(EventSale, SeatsLeftAreShownForTheEventAndItsPerformance) {
    open_hall();
    const json::object shown = event();
    EXPECT_EQ(shown.at("seats").at("free").as_uint64(), seats_);
    EXPECT_FALSE(shown.at("soldOut").as_bool());
    EXPECT_EQ(shown.at("performances").at(0).at("seats").at("free").as_uint64(), seats_);
    EXPECT_EQ(shown.at("performances").at(0).at("seatsPerHold").as_uint64(), 4u);
    EXPECT_FALSE(shown.at("performances").at(1).as_object().contains("seats"));
}

TEST_F(EventSale, TheSellerMayShowNothingButSoldOut) {
    open_hall();
    show(LeftShown::kNone);
    EXPECT_FALSE(event().contains("seats"));
    EXPECT_FALSE(event().at("soldOut").as_bool());
    show(LeftShown::kRough);
    EXPECT_TRUE(event().at("seats").at("rough").as_bool());
}

TEST_F(EventSale, LimitsOfVisitorsAreWeak) {
    open_hall();
    show(LeftShown::kExact);
    EXPECT_EQ(event().at("limits"),
              json::parse(R"({"seatsPerGuest":4,"seatsPerPerformance":0,"weak":true})"));
}

TEST_F(EventSale, ASoldOutEventSaysSo) {
    room_.publish(kEvent, {waiting_room::fact::SoldOutSet{true}});
    EXPECT_EQ(event().at("status").as_string(), "sold_out");
}

TEST_F(EventSale, ThePriceShownFirstHasEveryFee) {
    auto terms = std::make_shared<payment::Terms>();
    terms->prices.grades = {{"R", {{"adult", 100'000}}}};
    terms->prices.fees = {{"booking", payment::FeePer::kSeat, 2'000},
                          {"order", payment::FeePer::kOrder, 1'000}};
    context_.sale.apply(payment::Fact{{}, {}, payment::fact::TermsSet{{kEvent.value}, terms}});
    EXPECT_EQ(event().at("prices"), json::parse(R"({"currency":"KRW","grades":[{"grade":"R",
        "types":[{"type":"adult","price":103000,"withoutFees":100000}]}],
        "fees":[{"name":"booking","per":"seat","amount":2000},
                {"name":"order","per":"order","amount":1000}]})"));
}

// The information that a buyer must have before agreeing to pay.
class EventTerms : public EventSale {
  protected:
    EventTerms() {
        auto terms = std::make_shared<payment::Terms>();
        terms->refunds = {.rows = {{10, 0, 4'000}, {1, 300, 0}},
                          .free_within = std::chrono::minutes{150},
                          .free_until_days = 1};
        context_.sale.apply(payment::Fact{{}, {}, payment::fact::TermsSet{{kEvent.value}, terms}});
        context_.providers = {{.id = {1}, .word = "card", .name = {"Card", "카드"}},
                              {.id = {2}, .word = "demo-pay", .demo_only = true}};
    }
};

TEST_F(EventTerms, SayWhatARefundCosts) {
    EXPECT_EQ(event().at("refunds"),
              json::parse(R"({"rows":[{"daysBefore":10,"keepPermille":0,"atMost":4000},
                  {"daysBefore":1,"keepPermille":300}],"freeWithinHours":2,"freeUntilDays":1})"));
}

TEST_F(EventTerms, NameTheWaysToPayThatAreOpen) {
    EXPECT_EQ(event().at("providers"), json::parse(R"(["card"])"));
    EXPECT_EQ(event().at("providerNames"), json::parse(R"({"card":{"en":"Card","ko":"카드"}})"));
    auto levers = std::make_shared<sale::SaleLevers>();
    levers->providers_stopped = {{1}};
    context_.sale.apply(sale::fact::LeversSet{kEvent, levers});
    EXPECT_EQ(event().at("providers"), json::array{});
}

TEST_F(EventTerms, NameTheSellerWhereTheOperatorDoes) {
    EXPECT_FALSE(event().contains("seller"));
    context_.seller = {"Example Tickets", "02-000-0000"};
    EXPECT_EQ(event().at("seller"),
              json::parse(R"({"name":"Example Tickets","contact":"02-000-0000"})"));
}

}  // namespace
}  // namespace onsale::http
