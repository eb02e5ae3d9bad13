#include "adapter/http/operator/call/admin_effects.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <gtest/gtest.h>

#include "adapter/http/operator/call/admin_answers.hpp"
#include "adapter/http/operator/call/admin_sale_effects.hpp"
#include "adapter/http/operator/call/message_json.hpp"
#include "operate/domain/message_codes.hpp"

namespace onsale::http {
namespace {

using operate::Effect;
using operate::effect_message;

std::string codes_of(const Effect& effect) {
    std::string codes;
    for (const operate::Message& one : effect)
        codes += (codes.empty() ? "" : " ") + std::string{one.code()};
    return codes;
}

TEST(Effect, OfLeversHasOneMessageForEach) {
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
    EXPECT_EQ(codes_of(effect_of_sale_levers(stopped, stopped)), "nothing_changes");
}

TEST(Effect, StandsInAnAnswerAsTextAndAsCodes) {
    boost::json::object body;
    add_effect(body, effect_of_more_time(5));
    body["count"] = 3;
    const AdminAnswer answer = json_answer(body);
    EXPECT_EQ(answer.effect,
              "Every deadline of places and admissions moves 5 minutes later; this cannot be "
              "undone.");
    EXPECT_EQ(answer.effect_codes, R"([{"code":"deadlines_moved","values":{"minutes":5}}])");
    EXPECT_EQ(answer.body, R"({"effect":")" + answer.effect + R"(","effects":)" +
                               answer.effect_codes + R"(,"count":3})");
}

std::string text_of(std::string_view codes) {
    const auto effect = effect_from_json(boost::json::parse(codes));
    return effect ? format_english(*effect) : "none";
}

TEST(Effect, IsReadFromItsCodes) {
    EXPECT_EQ(text_of(R"([{"code":"joins_stopped","values":{}},
                          {"code":"codes_added","values":{"uses":2,"phase":"fan"}}])"),
              "Nobody new can join; guests with a place keep it. Each of these codes lets 2 guests "
              "enter in phase fan; codes "
              "cannot be removed.");
    const Effect effect{effect_message(
        "order_refunded", {{"amount", 1000}, {"currency", "KRW"}, {"seats", std::uint64_t{2}}})};
    EXPECT_EQ(text_of(boost::json::serialize(to_json(effect))), format_english(effect));
}

TEST(Effect, IsNotReadFromCodesThatAreNotKnownOrLackAValue) {
    for (const std::string_view codes :
         {R"("Nobody new can join.")", R"({})", R"([1])", R"([{"code":"joins_stopped"}])",
          R"([{"code":1,"values":{}}])", R"([{"code":"joins_stopped","values":[]}])",
          R"([{"code":"moved_to_the_moon","values":{}}])",
          R"([{"code":"deadlines_moved","values":{}}])",
          R"([{"code":"deadlines_moved","values":{"minutes":null}}])"})
        EXPECT_EQ(text_of(codes), "none") << codes;
}

}  // namespace
}  // namespace onsale::http
