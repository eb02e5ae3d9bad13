#include "adapter/http/operator/call/effect_words.hpp"

#include <set>

#include <gtest/gtest.h>

#include "adapter/http/operator/call/admin_answers.hpp"
#include "adapter/http/operator/call/admin_effects.hpp"
#include "adapter/http/operator/call/admin_sale_effects.hpp"
#include "adapter/http/operator/call/message_json.hpp"
#include "operate/domain/message_words.hpp"
#include "sale/advice/advice_sentence.hpp"

namespace onsale::http {
namespace {

// A distinct value for every name.
operate::MessageValues values_for(std::string_view english) {
    operate::MessageValues values;
    for (std::size_t at = english.find('{'); at != english.npos; at = english.find('{', at + 1)) {
        const bool number = english[at + 1] == '#';
        const std::size_t begin = at + (number ? 2 : 1);
        const std::string_view name = english.substr(begin, english.find('}', at) - begin);
        const auto count = static_cast<std::int64_t>(values.size());
        values.push_back({name, number ? operate::MessageValue{7 + count}
                                       : operate::MessageValue{"word" + std::to_string(count)}});
    }
    return values;
}

std::string codes_of(std::string_view effect) {
    std::string codes;
    for (const operate::Message& one : understand(effect, kEffectWords))
        codes += (codes.empty() ? "" : " ") + std::string{one.code};
    return codes;
}

template <class Words>
void expect_each_is_understood(const Words& words) {
    for (const operate::Wording& wording : words) {
        const operate::Message said = say(wording, values_for(wording.english));
        EXPECT_EQ(said.text.find_first_of("{}"), said.text.npos) << said.text;
        const auto understood = understand(said.text, words);
        ASSERT_EQ(understood.size(), 1u) << said.text;
        EXPECT_EQ(understood.front().code, wording.code);
        EXPECT_EQ(understood.front().values, said.values);
    }
}

TEST(Message, OfEverySentenceIsFoundAgainInItsText) {
    expect_each_is_understood(kEffectWords);
    expect_each_is_understood(operate::kTrialWords);
}

TEST(Message, HasACodeOfItsOwnInItsKind) {
    const auto expect_unique = [](const auto& words) {
        std::set<std::string_view> codes;
        for (const operate::Wording& wording : words)
            EXPECT_TRUE(codes.insert(wording.code).second) << wording.code;
    };
    expect_unique(kEffectWords);
    expect_unique(operate::kPreflightWords);
    expect_unique(operate::kTrialWords);
    expect_unique(operate::kPartWords);
}

TEST(Message, OfSeveralSentencesIsAList) {
    waiting_room::Levers pulled;
    pulled.joins_stopped = true;
    pulled.message_waiting = "wait";
    EXPECT_EQ(codes_of(effect_of_levers({}, pulled)),
              "joins_stopped waiting_message_set levers_undo");
    sale::SaleLevers stopped;
    stopped.sections_stopped.resize(2);
    stopped.message_paid = "thanks";
    EXPECT_EQ(codes_of(effect_of_sale_levers({}, stopped)),
              "sections_stopped paid_message_set levers_undo");
    EXPECT_EQ(codes_of(effect_of_levers(pulled, pulled)), "nothing_changes");
}

TEST(Message, OfAdviceIsKnownWithItsNumbers) {
    sale::SaleNumbers now;
    now.max_active = 12'000;
    now.waiting = 1'234'567;
    now.admit_per_second = 10;
    const auto reasons = {sale::AdviceReason::kSteady, sale::AdviceReason::kPaymentsFailing,
                          sale::AdviceReason::kPaymentsSlow, sale::AdviceReason::kSeatsRunOut,
                          sale::AdviceReason::kSlotsIdle};
    for (const sale::AdviceReason reason : reasons) {
        const std::string word = "advice_" + std::string{to_word(reason)};
        EXPECT_EQ(codes_of(english_sentence(now, reason, 10)), word + " advice_keep");
        EXPECT_EQ(codes_of(english_sentence(now, reason, 20)), word + " advice_change");
    }
    const std::string idle = english_sentence(now, sale::AdviceReason::kSlotsIdle, 10);
    EXPECT_EQ(to_json(understand(idle, kEffectWords).front()).at("values").at("waiting").as_int64(),
              1'234'567);
}

TEST(Message, OfATextThatIsNoneOfOursIsNothing) {
    EXPECT_EQ(codes_of(""), "");
    EXPECT_EQ(codes_of("The sale is moved to the moon."), "");
    EXPECT_EQ(codes_of("Nothing changes. And more."), "");
    EXPECT_EQ(codes_of("Nothing changes.And more."), "");
    EXPECT_EQ(codes_of("many minutes later"), "");
    EXPECT_EQ(codes_of("Every deadline of places and admissions moves five minutes later; this "
                       "cannot be undone."),
              "");
}

TEST(Message, StandsBesideTheEffectOfAnAnswer) {
    const AdminAnswer answer = json_answer({{"effect", effect_of_more_time(5)}, {"count", 3}});
    EXPECT_TRUE(
        answer.body.ends_with(R"("effects":[{"code":"deadlines_moved","values":{"minutes":5}}]})"))
        << answer.body;
}

}  // namespace
}  // namespace onsale::http
