#include "sale/domain/rule/pay_rules.hpp"

#include <gtest/gtest.h>

#include "payment/domain/order_code.hpp"
#include "sale/domain/rule/test_sale.hpp"
#include "seat/domain/delay.hpp"

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;
using payment::OrderError;
using payment::OrderId;
using payment::OrderState;
using seat::SeatState;

PayError error_of(const OrderResult& result) {
    return result ? PayError::kOutcomeUnknown : result.error().error;
}
OrderError order_error_of(const OrderResult& result) {
    return result ? OrderError::kOutcomeUnknown : result.error().order;
}

TEST(PayRequest, OfAHoldMakesAnOrderBeingPaid) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    ASSERT_TRUE(shop.select(buyer, {"A-1", "A-2"}));
    const auto asked = shop.request(buyer);
    ASSERT_TRUE(asked);
    EXPECT_EQ(shop.order(asked->order).state, OrderState::kPaying);
    EXPECT_EQ(shop.order(asked->order).guest, buyer.guest);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kPaying);
    EXPECT_EQ(shop.seat("A-2"), SeatState::kPaying);
}

TEST(PayRequest, NeverTakesTheCodeOfATestPurchase) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    ASSERT_TRUE(shop.select(buyer, {"A-1"}));
    // The first code derived from this number is a trial_code().
    const std::uint64_t unlucky = 0xe597'ab9b'13ac'e6a9;
    ASSERT_TRUE(payment::is_trial({seat::derived(unlucky, 0)}));
    Moment moment = shop.moment();
    moment.random = unlucky;
    const auto decided = decide(
        shop.state(), command::RequestPayment{buyer, {}, TestSale::kProvider, "hall", {}}, moment);
    ASSERT_TRUE(decided.outcome);
    const auto& opened = std::get<payment::Fact>(decided.facts.at(0));
    EXPECT_FALSE(payment::is_trial(std::get<payment::fact::OrderOpened>(opened.body).code));
}

TEST(PayRequest, IsPricedByTheEventsTerms) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    ASSERT_TRUE(shop.select(buyer, {"A-1", "A-2"}));
    EXPECT_EQ(shop.request(buyer)->amount, (payment::Money{203'000, payment::kWon}));
}

TEST(PayRequest, PricesEachSeatByTheTypeThatWasChosen) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    ASSERT_TRUE(shop.select(buyer, {"A-1", "A-2"}));
    EXPECT_EQ(shop.request(buyer, {{"A-2", "youth"}})->amount.amount, 163'000);
}

TEST(PayRequest, OfATypeThatDoesNotExistIsRefused) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    ASSERT_TRUE(shop.select(buyer, {"A-1"}));
    EXPECT_EQ(error_of(shop.request(buyer, {{"A-1", "free"}})), PayError::kUnknownPriceType);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kHeld);
}

TEST(PayRequest, NamingASeatThatIsNotHeldIsRefused) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    ASSERT_TRUE(shop.select(buyer, {"A-1"}));
    EXPECT_EQ(error_of(shop.request(buyer, {{"A-2", "adult"}})), PayError::kNoHold);
    EXPECT_EQ(error_of(shop.request(buyer, {{"Z-9", "adult"}})), PayError::kNoHold);
}

TEST(PayRequest, NeedsAHold) {
    TestShop shop;
    EXPECT_EQ(error_of(shop.request(shop.let_in(1))), PayError::kNoHold);
}

TEST(PayRequest, NeedsAHoldWhoseTimeIsNotOver) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    const auto held = shop.select(buyer, {"A-1"});
    shop.pass(held->seats.deadline - shop.line_now());
    EXPECT_EQ(error_of(shop.request(buyer)), PayError::kNoHold);
}

TEST(PayRequest, NeedsTheLiveAdmission) {
    TestShop shop;
    Buyer buyer = shop.let_in(1);
    ASSERT_TRUE(shop.select(buyer, {"A-1"}));
    buyer.admission = waiting_room::admission_id(number_of(buyer.admission), 2);
    EXPECT_EQ(error_of(shop.request(buyer)), PayError::kNoAdmission);
}

TEST(PayRequest, NeedsPrices) {
    TestSale sale;
    const Buyer buyer = sale.let_in(1);
    ASSERT_TRUE(sale.select(buyer, {"A-1"}));
    EXPECT_EQ(error_of(sale.request(buyer)), PayError::kNoPrices);
}

TEST(PayRequest, NeedsAPriceForEachGradeOfTheHall) {
    TestSale sale;
    payment::Terms terms = TestSale::terms();
    terms.prices.grades[0].grade = "S";
    // The terms were set before the hall existed, so they could not be checked against it.
    const payment::Fact set{
        {},
        {},
        payment::fact::TermsSet{TestSale::kEvent, std::make_shared<const payment::Terms>(terms)}};
    const Buyer buyer = sale.let_in(1);
    ASSERT_TRUE(sale.select(buyer, {"A-1"}));
    sale.add(set);
    EXPECT_EQ(error_of(sale.request(buyer)), PayError::kNoPrices);
}

TEST(PayRequest, OfAnUnknownPerformanceOrEventIsRefused) {
    TestShop shop;
    Buyer buyer = shop.let_in(1, "sun");
    EXPECT_EQ(error_of(shop.request(buyer)), PayError::kUnknownPerformance);
    buyer.event = {9};
    EXPECT_EQ(error_of(shop.request(buyer)), PayError::kUnknownEvent);
}

TEST(PayRequest, IsRefusedOnceTheSaleIsClosed) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    ASSERT_TRUE(shop.select(buyer, {"A-1"}));
    shop.apply(waiting_room::fact::LifecycleChanged{waiting_room::Lifecycle::kClosed});
    EXPECT_EQ(error_of(shop.request(buyer)), PayError::kNotOpen);
}

TEST(PayRequest, ToAStoppedProviderIsRefused) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    ASSERT_TRUE(shop.select(buyer, {"A-1"}));
    SaleLevers levers;
    levers.providers_stopped = {TestSale::kProvider};
    ASSERT_TRUE(shop.set(levers));
    EXPECT_EQ(error_of(shop.request(buyer)), PayError::kProviderStopped);
    levers.providers_stopped = {{7}};
    ASSERT_TRUE(shop.set(levers));
    EXPECT_TRUE(shop.request(buyer));
}

TEST(PayRequest, PressedTwiceIsTheSameAttempt) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    const OrderId first = shop.paying(buyer, {"A-1"});
    const auto again = shop.request(buyer);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->order, first);
    EXPECT_EQ(again->attempt, 1);
    EXPECT_EQ(shop.order(first).attempts.size(), 1U);
}

TEST(PayRequest, OfASecondPerformanceWaitsForTheFirst) {
    TestShop shop;
    ASSERT_TRUE(shop.open_hall("sun"));
    shop.paying(shop.let_in(1), {"A-1"});
    const Buyer sunday = shop.let_in(1, "sun");
    ASSERT_TRUE(shop.select(sunday, {"A-1"}));
    EXPECT_EQ(order_error_of(shop.request(sunday)), OrderError::kAlreadyPaying);
    EXPECT_EQ(shop.seat("A-1", {2}), SeatState::kHeld);
}

TEST(PayRequest, GivesEachOrderACodeOfItsOwn) {
    TestShop shop;
    const OrderId first = shop.paying(shop.let_in(1), {"A-1"});
    const OrderId second = shop.paying(shop.let_in(2), {"A-2"});
    EXPECT_NE(shop.order(first).code, shop.order(second).code);
}

TEST(Confirm, CallsTheProviderOnce) {
    TestShop shop;
    const OrderId id = shop.paying(shop.let_in(1), {"A-1"});
    ASSERT_TRUE(shop.confirm(id));
    ASSERT_TRUE(shop.confirm(id));
    EXPECT_EQ(shop.recorded<payment::fact::ConfirmSent>(), 1U);
}

TEST(Confirm, OfAnotherAmountIsRefused) {
    TestShop shop;
    const OrderId id = shop.paying(shop.let_in(1), {"A-1"});
    const auto refused = shop.run(
        command::ConfirmPayment{shop.order(id).code, std::nullopt, 0, "key", {1, payment::kWon}});
    EXPECT_EQ(order_error_of(refused), OrderError::kMismatch);
    EXPECT_FALSE(shop.order(id).confirming);
}

TEST(Confirm, NeedsNoAdmissionAnyMore) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    const OrderId id = shop.paying(buyer, {"A-1"});
    ASSERT_TRUE(shop.leave(buyer));
    ASSERT_TRUE(shop.confirm(id));
    ASSERT_TRUE(shop.approve(id));
    EXPECT_EQ(shop.seat("A-1"), SeatState::kSold);
}

TEST(Order, OfSomebodyElseIsUnknown) {
    TestShop shop;
    const OrderId id = shop.paid(shop.let_in(1), {"A-1"});
    const payment::OrderCode code = shop.order(id).code;
    const GuestId other = TestSale::guest(2);
    command::RequestRefund wish = shop.wish(id);
    wish.guest = other;
    const booking::BookingNumber number = *shop.state().bookings().number_of(id);
    const auto unknown = [](const auto& outcome) {
        return !outcome && outcome.error().error == PayError::kUnknownOrder;
    };
    EXPECT_TRUE(unknown(shop.run(command::ConfirmPayment{code, other, 0, "key", {}})));
    EXPECT_TRUE(unknown(shop.run(command::CancelOrder{code, other})));
    EXPECT_TRUE(unknown(shop.run(wish)));
    EXPECT_TRUE(unknown(answer(shop.state(), command::PreviewRefund{wish}, shop.moment())));
    EXPECT_TRUE(unknown(answer(shop.state(), command::ShowOrder{code, other})));
    EXPECT_TRUE(unknown(answer(shop.state(), command::ShowBooking{number, other})));
}

TEST(Order, ThatDoesNotExistIsUnknown) {
    TestShop shop;
    EXPECT_EQ(error_of(shop.run(command::CancelOrder{{404}, std::nullopt})),
              PayError::kUnknownOrder);
    EXPECT_EQ(error_of(shop.run(command::RecordPayment{
                  {404}, 1, payment::ResultSource::kAnswer, payment::result::Pending{}})),
              PayError::kUnknownOrder);
    EXPECT_EQ(error_of(shop.run(command::RecordRefund{{404}, {0}, 1})), PayError::kUnknownOrder);
    EXPECT_EQ(error_of(shop.run(command::RetryRefund{{404}, {0}})), PayError::kUnknownOrder);
    EXPECT_EQ(error_of(shop.run(command::AskAgain{{404}})), PayError::kUnknownOrder);
}

TEST(Order, IsShownToItsGuestWithItsBooking) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    const OrderId id = shop.paid(buyer, {"A-1"});
    const auto shown = answer(shop.state(), command::ShowOrder{shop.order(id).code, buyer.guest});
    ASSERT_TRUE(shown);
    ASSERT_TRUE(shown->booking);
    const auto found = answer(shop.state(), command::ShowBooking{*shown->booking, buyer.guest});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->order.id, id);
}

TEST(Order, ThatIsOpenIsFoundByItsPerformance) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    const command::ShowOpenOrder show{TestSale::kEvent, "fri", buyer.guest};
    EXPECT_EQ(answer(shop.state(), show).error().error, PayError::kUnknownOrder);
    const OrderId id = shop.confirming(buyer, {"A-1"});
    EXPECT_EQ(answer(shop.state(), show)->order.id, id);
    ASSERT_TRUE(shop.approve(id));
    EXPECT_EQ(answer(shop.state(), show).error().error, PayError::kUnknownOrder);
}

TEST(Order, ListsGoOnAfterTheLastOneShown) {
    TestShop shop;
    for (std::uint32_t name = 1; name <= 3; ++name)
        shop.paying(shop.let_in(name), {"A-" + std::to_string(name)});
    const auto page = [&](std::uint64_t after, std::uint32_t limit) {
        std::vector<std::uint64_t> ids;
        for (const OrderCopy& copy :
             *answer(shop.state(), command::ListOrders{TestSale::kEvent, {after}, limit}))
            ids.push_back(copy.order.id.value);
        return ids;
    };
    EXPECT_EQ(page(0, 2), (std::vector<std::uint64_t>{1, 2}));
    EXPECT_EQ(page(2, 2), (std::vector<std::uint64_t>{3}));
}

TEST(Order, AListIsOnePageHoweverManyAreAskedFor) {
    State state;
    const auto record = [&](std::uint64_t order, payment::FactBody body) {
        state.evolve(payment::Fact{{order}, {}, std::move(body)}, TestSale::kStart);
    };
    const auto terms = std::make_shared<const payment::Terms>(TestSale::terms());
    record(0, payment::fact::TermsSet{{1}, terms});
    for (std::uint64_t id = 1; id <= kOrdersPerList + 1; ++id) {
        record(id, payment::fact::OrderOpened{{1}, {1}, {}, {id}});
        record(id, payment::fact::PaymentRequested{1, 1, {}, {}, {}, {}});
    }
    const auto page = answer(state, command::ListOrders{{1}, {0}, 1'000'000});
    ASSERT_EQ(page->size(), kOrdersPerList);
    const auto rest = answer(state, command::ListOrders{{1}, page->back().order.id, 1'000'000});
    EXPECT_EQ(rest->size(), 1u);
}

TEST(Order, ListOfAnotherEventIsEmpty) {
    TestShop shop;
    shop.paying(shop.let_in(1), {"A-1"});
    EXPECT_TRUE(answer(shop.state(), command::ListOrders{{2}, {0}, 10})->empty());
}

std::vector<std::uint64_t> ids_of(const OrderPage& page) {
    std::vector<std::uint64_t> ids;
    for (const OrderCopy& copy : page.orders)
        ids.push_back(copy.order.id.value);
    return ids;
}

TEST(Order, AreFoundNewestFirstPageByPage) {
    TestShop shop;
    for (std::uint32_t name = 1; name <= 3; ++name)
        shop.paying(shop.let_in(name), {"A-" + std::to_string(name)});
    const auto first = answer(shop.state(), command::FindOrders{TestSale::kEvent, {}, {}, 2});
    EXPECT_EQ(ids_of(*first), (std::vector<std::uint64_t>{3, 2}));
    ASSERT_EQ(first->next, OrderId{2});
    const auto rest =
        answer(shop.state(), command::FindOrders{TestSale::kEvent, *first->next, {}, 2});
    EXPECT_EQ(ids_of(*rest), (std::vector<std::uint64_t>{1}));
    EXPECT_EQ(rest->next, std::nullopt);
}

TEST(Order, AreFoundByTheirState) {
    TestShop shop;
    shop.paid(shop.let_in(1), {"A-1"});
    shop.paying(shop.let_in(2), {"A-2"});
    const command::FindOrders find{TestSale::kEvent, {}, payment::OrderState::kPaid, 10};
    const auto page = answer(shop.state(), find);
    EXPECT_EQ(ids_of(*page), (std::vector<std::uint64_t>{1}));
    EXPECT_EQ(page->next, std::nullopt);
}

TEST(Order, ALookForOrdersEndsAndLeavesTheRestToTheNext) {
    State state;
    const auto record = [&](std::uint64_t order, payment::FactBody body) {
        state.evolve(payment::Fact{{order}, {}, std::move(body)}, TestSale::kStart);
    };
    record(0,
           payment::fact::TermsSet{{1}, std::make_shared<const payment::Terms>(TestSale::terms())});
    for (std::uint64_t id = 1; id <= kOrdersLookedAt + 1; ++id) {
        record(id, payment::fact::OrderOpened{{1}, {1}, {}, {id}});
        record(id, payment::fact::PaymentRequested{1, 1, {}, {}, {}, {}});
    }
    const command::FindOrders unknown{{1}, {}, payment::OrderState::kUnknown, 10};
    const auto page = answer(state, unknown);
    EXPECT_TRUE(page->orders.empty());
    EXPECT_EQ(page->next, OrderId{2});
}

TEST(Bookings, AreListedNewestFirst) {
    TestShop shop;
    SaleSettings settings;
    settings.more_purchases = true;
    ASSERT_TRUE(shop.set(settings));
    const Buyer buyer = shop.let_in(1);
    const OrderId first = shop.paid(buyer, {"A-1"});
    const OrderId second = shop.paid(buyer, {"A-5"});
    const auto list = answer(shop.state(), command::ListBookings{buyer.guest});
    ASSERT_EQ(list->size(), 2U);
    EXPECT_EQ(list->front().order.id, second);
    EXPECT_EQ(list->back().order.id, first);
}

}  // namespace
}  // namespace onsale::sale
