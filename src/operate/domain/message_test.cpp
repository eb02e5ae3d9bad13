#include "operate/domain/message.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "operate/domain/message_codes.hpp"

namespace onsale::operate {
namespace {

constexpr Wording kAge{"age", "{minutes} {minutes|minute|minutes} old", "{minutes}분 전"};
constexpr Wording kFree{"free", "{#free} of {all} are free", "{all}석 중 {#free}석"};

void expect_complete(std::span<const Wording> wordings) {
    std::set<std::string_view> codes;
    for (const Wording& wording : wordings) {
        EXPECT_TRUE(codes.insert(wording.code).second) << wording.code;
        EXPECT_FALSE(wording.english.empty()) << wording.code;
        EXPECT_FALSE(wording.korean.empty()) << wording.code;
        auto english = value_names(wording.english);
        auto korean = value_names(wording.korean);
        std::ranges::sort(english);
        std::ranges::sort(korean);
        EXPECT_EQ(english, korean) << wording.code;
    }
}

TEST(Message, HasBothLanguagesWithTheSameValuesForEachCode) {
    expect_complete(kPreflightWordings);
    expect_complete(kPartWordings);
    expect_complete(kEffectWordings);
    expect_complete(kStoryWordings);
    expect_complete(kOrderStoryWordings);
    expect_complete(kDeclineWordings);
    expect_complete(kEndWordings);
    expect_complete(kRefundWordings);
    expect_complete(kRefundStateWordings);
}

TEST(Message, IsFormattedWithItsValues) {
    const Message message{&kFree, {{"free", 12'345}, {"all", 20'000}}};
    EXPECT_EQ(format_english(message), "12,345 of 20000 are free");
    EXPECT_EQ(format_korean(message), "20000석 중 12,345석");
}

TEST(Message, GroupsOnlyWholeThousands) {
    const auto text = [](std::int64_t free) {
        return format_english(Message{&kFree, {{"free", free}, {"all", 0}}});
    };
    EXPECT_EQ(text(0), "0 of 0 are free");
    EXPECT_EQ(text(999), "999 of 0 are free");
    EXPECT_EQ(text(-999), "-999 of 0 are free");
    EXPECT_EQ(text(-1'000'000), "-1,000,000 of 0 are free");
}

TEST(Message, HasOneWordForOneAndAnotherForMany) {
    EXPECT_EQ(format_english(Message{&kAge, {{"minutes", 0}}}), "0 minutes old");
    EXPECT_EQ(format_english(Message{&kAge, {{"minutes", 1}}}), "1 minute old");
    EXPECT_EQ(format_english(Message{&kAge, {{"minutes", 11}}}), "11 minutes old");
}

TEST(Message, WithAmountAndCurrencyIsMoney) {
    const Message message =
        preflight_message("trial_charged", {{"amount", 100}, {"currency", "KRW"}});
    EXPECT_EQ(message.code(), "trial_charged");
    EXPECT_EQ(format_english(message), "charged 100 KRW");
}

TEST(Message, SaysAPartInItsOwnLanguage) {
    constexpr Wording kEnded{"ended", "It ended: {reason}.", "종료: {reason}."};
    constexpr Wording kLate{"late", "time is over", "시간 초과"};
    const Message message{&kEnded, {{"reason", kLate}}};
    EXPECT_EQ(format_english(message), "It ended: time is over.");
    EXPECT_EQ(format_korean(message), "종료: 시간 초과.");
}

TEST(Message, OfNothingIsEmpty) {
    EXPECT_EQ(Message{}.code(), "");
    EXPECT_EQ(format_english(Message{}), "");
    EXPECT_EQ(format_korean(Effect{}), "");
}

TEST(Effect, IsItsSentencesOneAfterTheOther) {
    const Effect effect{effect_message("joins_stopped"), effect_message("levers_undo")};
    EXPECT_EQ(
        format_english(effect),
        "Nobody new can join; guests with a place keep it. Setting the levers back undoes it.");
}

TEST(ValueNames, AreEachNamedOnce) {
    EXPECT_EQ(value_names(kAge.english), std::vector<std::string_view>{"minutes"});
    EXPECT_EQ(value_names(kFree.korean), (std::vector<std::string_view>{"all", "free"}));
    EXPECT_TRUE(value_names("no value").empty());
}

}  // namespace
}  // namespace onsale::operate
