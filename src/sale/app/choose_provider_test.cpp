#include "sale/app/choose_provider.hpp"

#include <gtest/gtest.h>

namespace onsale::sale {
namespace {

constexpr payment::ProviderId kDemo{1};
constexpr payment::ProviderId kCards{2};
constexpr payment::ProviderId kPhone{3};

class ChooseProvider : public ::testing::Test {
  protected:
    // The word of the chosen provider; "none" if there is no choice.
    std::string choose(std::string_view word, bool demo_event = false) const {
        waiting_room::EventSettings event;
        event.demo = demo_event;
        const auto* const chosen = choose_provider(providers_, event, levers_, word);
        return chosen == nullptr ? "none" : chosen->word;
    }

    const std::vector<payment::Provider> providers_ = {
        {.id = kDemo, .word = "demo", .demo_only = true},
        {.id = kCards, .word = "cards"},
        {.id = kPhone, .word = "phone"}};
    SaleLevers levers_;
};

TEST_F(ChooseProvider, FindsTheNamedOneAlsoWhenItIsStopped) {
    EXPECT_EQ(choose("phone"), "phone");
    levers_.providers_stopped = {kPhone};
    EXPECT_EQ(choose("phone"), "phone");
    EXPECT_EQ(choose("bank"), "none");
}

TEST_F(ChooseProvider, AllowsSimulatedPaymentsOnlyForDemoEvents) {
    EXPECT_EQ(choose("demo"), "none");
    EXPECT_EQ(choose(""), "cards");
    EXPECT_EQ(choose("demo", true), "demo");
    EXPECT_EQ(choose("", true), "demo");
}

TEST_F(ChooseProvider, SkipsStoppedOnesUnlessAllAreStopped) {
    levers_.providers_stopped = {kCards};
    EXPECT_EQ(choose(""), "phone");
    levers_.providers_stopped = {kCards, kPhone};
    EXPECT_EQ(choose(""), "cards");
}

}  // namespace
}  // namespace onsale::sale
