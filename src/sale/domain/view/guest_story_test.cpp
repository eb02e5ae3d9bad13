#include "sale/domain/view/guest_story.hpp"

#include <gtest/gtest.h>

#include "sale/domain/rule/test_sale.hpp"

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;
using waiting_room::Number;
namespace line_fact = waiting_room::fact;

StoryAsk of_guest(std::uint32_t name) {
    return {
        .event = TestSale::kEvent,
        .is_guest = [guest = TestSale::guest(name)](const GuestId& one) { return one == guest; }};
}

GuestStory story_of(const TestSale& sale, StoryAsk ask) {
    GuestStory story{std::move(ask)};
    for (const auto& [at, bytes] : sale.journal()) {
        Facts facts;
        ONSALE_ASSERT(load(bytes, facts));
        for (const Fact& fact : facts)
            story.hear(at, fact);
    }
    return story;
}

template <class Body>
std::vector<const StoryFact*> of_line(const GuestStory& story) {
    std::vector<const StoryFact*> found;
    for (const StoryFact& one : story.facts())
        if (const auto* const line = std::get_if<waiting_room::Fact>(&one.fact))
            if (std::holds_alternative<Body>(line->body)) found.push_back(&one);
    return found;
}
template <class Body>
std::size_t of_hall(const GuestStory& story) {
    std::size_t count = 0;
    for (const StoryFact& one : story.facts())
        if (const auto* const hall = std::get_if<fact::HallChanged>(&one.fact))
            count += std::holds_alternative<Body>(hall->change) ? 1 : 0;
    return count;
}
std::size_t of_orders(const GuestStory& story) {
    std::size_t count = 0;
    for (const StoryFact& one : story.facts())
        count += std::holds_alternative<payment::Fact>(one.fact) ? 1 : 0;
    return count;
}

TEST(GuestStory, TellsWhatHappenedToOneGuestAndNothingOfOthers) {
    TestShop shop;
    (void)shop.paid(shop.let_in(1), {"A-1"});
    shop.pass(3s);
    const Buyer mine = shop.let_in(2);
    shop.pass(60s);
    const payment::OrderId order = shop.paying(mine, {"A-2", "A-3"});
    ASSERT_TRUE(shop.decline(order));
    const GuestStory story = story_of(shop, of_guest(2));
    const auto joined = of_line<line_fact::Joined>(story);
    ASSERT_EQ(joined.size(), 1U);
    EXPECT_EQ(joined[0]->number, Number{2});
    EXPECT_EQ(joined[0]->at, TestSale::kStart + 3s);
    EXPECT_EQ(of_line<line_fact::Admitted>(story).size(), 1U);
    EXPECT_EQ(of_hall<seat::fact::SeatsHeld>(story), 1U);
    EXPECT_EQ(of_hall<seat::fact::PaymentDeclined>(story), 1U);
    EXPECT_EQ(of_hall<seat::fact::SeatsSold>(story), 0U);
    EXPECT_EQ(of_orders(story), 3U);  // Opened, requested, declined.
}

TEST(GuestStory, IsFoundByTheNumberToo) {
    TestShop shop;
    const Buyer first = shop.let_in(1);
    (void)shop.paid(first, {"A-1"});
    const Buyer second = shop.let_in(2);
    ASSERT_TRUE(shop.select(second, {"A-2"}));
    const auto by_guest = story_of(shop, of_guest(2)).facts();
    const auto by_number =
        story_of(shop, {.event = TestSale::kEvent, .number = number_of(second.admission)}).facts();
    ASSERT_EQ(by_number.size(), by_guest.size());
    EXPECT_FALSE(by_number.empty());
    EXPECT_TRUE(story_of(shop, {.event = {2}, .number = {1}}).facts().empty());
}

TEST(GuestStory, CountsNumbersAsTheLineDoes) {
    TestShop shop;
    shop.apply(line_fact::NumbersSkipped{{40}});
    const Buyer mine = shop.let_in(1);
    ASSERT_EQ(number_of(mine.admission), Number{41});
    EXPECT_EQ(of_line<line_fact::Joined>(story_of(shop, of_guest(1))).at(0)->number, Number{41});
}

TEST(GuestStory, GoesWithThePlaceToAnotherDevice) {
    TestShop shop;
    const Buyer phone = shop.let_in(1);
    shop.apply(line_fact::PlaceMoved{TestSale::guest(9), number_of(phone.admission)});
    const Buyer laptop{phone.event, phone.performance, TestSale::guest(9), phone.admission};
    ASSERT_TRUE(shop.select(laptop, {"A-5"}));
    const GuestStory story = story_of(shop, of_guest(1));
    EXPECT_EQ(of_line<line_fact::PlaceMoved>(story).size(), 1U);
    EXPECT_EQ(of_hall<seat::fact::SeatsHeld>(story), 1U);
}

TEST(GuestStory, HasAnEnd) {
    TestShop shop;
    (void)shop.let_in(1);
    GuestStory story = story_of(shop, of_guest(1));
    const Fact away = waiting_room::Fact{TestSale::kEvent, line_fact::WentAway{{1}}};
    for (std::size_t i = 0; i < 2 * kStoryFactsMax; ++i)
        story.hear(TestSale::kStart, away);
    EXPECT_TRUE(story.is_full());
    EXPECT_EQ(story.facts().size(), kStoryFactsMax);
}

}  // namespace
}  // namespace onsale::sale
