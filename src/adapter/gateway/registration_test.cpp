#include "adapter/gateway/registration.hpp"

#include <algorithm>
#include <set>

#include <boost/asio/co_spawn.hpp>
#include <gtest/gtest.h>

#include "adapter/gateway/demo/test_payments.hpp"
#include "tests/support/manual_time.hpp"

namespace onsale::gateway {
namespace {

bool is_word_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

TEST(Registrations, HaveAnIdAWordAndASectionOfTheirOwn) {
    std::set<std::uint8_t> ids;
    std::set<std::string_view> words;
    std::set<std::string_view> sections;
    for (const Registration& one : registrations()) {
        EXPECT_NE(one.id.value, 0);
        EXPECT_TRUE(ids.insert(one.id.value).second) << one.word;
        EXPECT_TRUE(words.insert(one.word).second) << one.word;
        EXPECT_TRUE(sections.insert(one.section).second) << one.section;
        EXPECT_TRUE(!one.word.empty() && std::ranges::all_of(one.word, is_word_letter)) << one.word;
        EXPECT_FALSE(one.name.english.empty() || one.name.korean.empty()) << one.word;
        EXPECT_NE(one.open, nullptr) << one.word;
    }
}

// The id is in every journal that has a payment.
TEST(Registrations, DemoPayKeepsItsIdAndItsWord) {
    const auto providers = known_providers();
    const auto* const demo = find_provider(providers, "demo");
    ASSERT_NE(demo, nullptr);
    EXPECT_EQ(demo->id.value, 1);
    EXPECT_EQ(demo->name.english, "Demo Pay (no real money)");
    EXPECT_TRUE(demo->demo_only);
    EXPECT_EQ(demo->gateway, nullptr);
}

TEST(ProviderValue, IsTheDefaultUntilItIsChanged) {
    const ProviderField answer{"answer", {"ask", "approve"}, ""};
    const ProviderField text{"key_file", {}, ""};
    EXPECT_EQ(provider_value({}, "demo_pay", answer), "ask");
    EXPECT_EQ(provider_value({}, "demo_pay", text), "");
    EXPECT_EQ(provider_value({{"demo_pay.answer", "approve"}}, "demo_pay", answer), "approve");
    EXPECT_EQ(provider_value({{"other.answer", "approve"}}, "demo_pay", answer), "ask");
}

class OpenedDemoPay : public ::testing::Test {
  protected:
    // The URL of the page to which a guest is sent.
    std::string page_url(std::map<std::string, std::string> fields) {
        const DemoFolder folder;
        const Registration& demo = registrations().front();
        const auto service =
            demo.open(demo, {folder.file().parent_path(), Duration{1'000}, std::move(fields)});
        EXPECT_NE(service->make_page(time_), nullptr);
        return url_of(*service);
    }

  private:
    std::string url_of(ProviderService& service) {
        const auto gateway = service.make_gateway(loop_, time_);
        std::string url;
        boost::asio::co_spawn(
            loop_,
            gateway->request({{payment::OrderCode{7}, 1},
                              kFifty,
                              "Evening",
                              "/back?s=1",
                              kOpened + std::chrono::minutes{10}}),
            [&](std::exception_ptr, const auto& page) { url = page ? page->url : "refused"; });
        loop_.restart();
        loop_.run();
        return url;
    }

    boost::asio::io_context loop_;
    test::ManualTime time_{kOpened};
};

TEST_F(OpenedDemoPay, AsksTheGuestUnlessItsFieldSaysTheAnswer) {
    EXPECT_TRUE(page_url({}).starts_with("/demo-pay/"));
    EXPECT_TRUE(page_url({{"demo_pay.answer", "ask"}}).starts_with("/demo-pay/"));
    EXPECT_TRUE(page_url({{"demo_pay.answer", "approve"}}).starts_with("/back?s=1&"));
}

}  // namespace
}  // namespace onsale::gateway
