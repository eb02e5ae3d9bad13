#include <boost/json/array.hpp>

#include "adapter/http/api/context/guest_code.hpp"
#include "adapter/http/operator/call/test_admin_sale.hpp"
#include "payment/domain/order_code.hpp"

namespace onsale::http {
namespace {

using namespace testing;
using namespace std::chrono_literals;
namespace line_fact = waiting_room::fact;

class StoryRoute : public AdminSaleTest {
  protected:
    static GuestId guest() {
        GuestId id;
        for (std::uint8_t i = 0; i < id.bytes.size(); ++i)
            id.bytes[i] = static_cast<std::uint8_t>(0xA0 + i);
        return id;
    }
    AdminTestAnswer ask(const std::string& code) {
        return site.call(Method::kGet, "/api/admin/events/tour/story?code=" + code);
    }
    static sale::StoryFact of_line(Duration after, waiting_room::FactBody body) {
        return {kTestStart + after, {41'207}, waiting_room::Fact{{1}, std::move(body)}};
    }

    testing::TestServer& server = site.server;
};

TEST_F(StoryRoute, TellsFactsInWordsWithTheirCodes) {
    payment::fact::OrderOpened opened;
    opened.code = {77};
    server.told_story = operate::StoryTold{
        {of_line(3s, line_fact::Joined{guest()}),
         of_line(60s, line_fact::Admitted{{41'207}}),
         of_line(60s, line_fact::AdmissionKept{}),
         {kTestStart + 61s, {}, payment::Fact{{5}, {}, opened}},
         {kTestStart + 62s,
          {},
          payment::Fact{
              {5}, {}, payment::fact::PaymentDeclined{payment::DeclineReason::kLimit, {}}}},
         of_line(90s, line_fact::PlaceEnded{{41'207}, waiting_room::EndReason::kAdmissionEnded})},
        true};
    const auto story = ask("41207").json().at("story").as_array();
    ASSERT_EQ(story.size(), 5u);
    EXPECT_EQ(story[0].at("text").as_string(), "Entered the line with number 41207.");
    EXPECT_EQ(story[0].at("code").as_string(), "entered");
    EXPECT_EQ(story[0].at("values").at("number").as_int64(), 41'207);
    EXPECT_EQ(story[1].at("code").as_string(), "let_in");
    EXPECT_EQ(story[2].at("values").at("order").as_string(), to_text(payment::OrderCode{77}));
    EXPECT_EQ(story[3].at("code").as_string(), "payment_declined");
    EXPECT_EQ(story[3].at("values").at("order").as_string(), to_text(payment::OrderCode{77}));
    EXPECT_EQ(story[4].at("code").as_string(), "admission_ended");
}

TEST_F(StoryRoute, IsFoundByANumberACodeOrAnId) {
    ask("41207");
    EXPECT_EQ(server.story_asked->number.value, 41'207u);
    EXPECT_FALSE(server.story_asked->is_guest);
    GuestId other = guest();
    other.bytes[0] ^= 1U;
    for (const std::string& code :
         {guest_code(guest()), std::string{"a0a1a2a3a4a5a6a7a8a9aaabacadaeaf"}}) {
        ask(code);
        EXPECT_TRUE(server.story_asked->is_guest(guest())) << code;
        EXPECT_FALSE(server.story_asked->is_guest(other)) << code;
    }
}

TEST_F(StoryRoute, OfACodeThatIsNoneIsRefused) {
    EXPECT_EQ(ask("").code(), "BAD_FIELD");
    for (const std::string_view wrong : {"0", "G-", "G-7K3M2Q9X4I", "hello", "-3", "4294967296"})
        EXPECT_EQ(ask(std::string{wrong}).code(), "GUEST_NOT_FOUND") << wrong;
    EXPECT_EQ(ask("O-0000000000000").code(), "ORDER_NOT_FOUND");
    EXPECT_EQ(site.call(Method::kGet, "/api/admin/events/none/story?code=1").code(),
              "EVENT_NOT_FOUND");
}

TEST_F(StoryRoute, SaysWhyItCannotBeTold) {
    server.told_story = fail(operate::StoryFailure{operate::StoryError::kNotKept});
    EXPECT_EQ(ask("1").code(), "STORY_NOT_AVAILABLE");
    server.told_story = fail(operate::StoryFailure{operate::StoryError::kBusy});
    EXPECT_EQ(ask("1").code(), "OVERLOADED");
    server.told_story = fail(operate::StoryFailure{operate::StoryError::kUnreadable, "gone"});
    EXPECT_EQ(ask("1").code(), "STORAGE_UNAVAILABLE");
}

TEST(GuestCode, IsReadBackWhateverTheCaseOfItsLetters) {
    GuestId guest;
    guest.bytes = {0xFF, 0x00, 0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC};
    const std::string code = guest_code(guest);
    EXPECT_EQ(code.size(), 12u);
    EXPECT_EQ(parse_guest_code(code), code_bits(guest));
    std::string small = code;
    for (char& c : small)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    EXPECT_EQ(parse_guest_code(small), code_bits(guest));
    EXPECT_EQ(parse_guest_code(code + "0"), std::nullopt);
}

}  // namespace
}  // namespace onsale::http
