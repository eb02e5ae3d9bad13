#include "crowd/codec/site_call.hpp"

#include <gtest/gtest.h>

namespace onsale::crowd {
namespace {

using Verdict = Inspection::Verdict;

SiteReply ok(std::string body) {
    return {.status = 200, .location = {}, .retry_after = {}, .body = std::move(body)};
}

Verdict verdict(const SiteReply& reply) {
    return inspect(reply).verdict;
}

TEST(SiteCall, OrdersWithDemoPayByName) {
    const SiteCall call = call_of({.act = Act::kOrder, .performance = "day-1"}, "demo");
    EXPECT_TRUE(call.post);
    EXPECT_EQ(call.target, "/api/payment/request");
    EXPECT_EQ(call.body, R"({"eventId":"demo","performanceId":"day-1","provider":"demo"})");
}

TEST(SiteCall, TakesSeatsUpToAPriceWhereOneIsWished) {
    Errand errand{.act = Act::kTake, .performance = "day-1", .seats = 2};
    EXPECT_EQ(call_of(errand, "demo").body,
              R"({"eventId":"demo","performanceId":"day-1","count":2})");
    errand.price_max = 99'000;
    EXPECT_EQ(call_of(errand, "demo").body,
              R"({"eventId":"demo","performanceId":"day-1","count":2,"priceMax":99000})");
}

TEST(SiteCall, PressesAButtonOfDemoPaysPage) {
    const SiteCall call =
        call_of({.act = Act::kPay, .address = "/demo-pay/k", .button = Button::kDecline}, "demo");
    EXPECT_EQ(call.target, "/demo-pay/k");
    EXPECT_EQ(call.content_type, "application/x-www-form-urlencoded");
    EXPECT_EQ(call.body, "script=decline");
}

TEST(SiteAnswer, TellsWhoWaitsWhoIsInsideAndWhoIsNeither) {
    const auto read = [](const char* body) { return answer_of(Act::kAsk, ok(body)); };
    const Answer waits = read(R"({"status":"waiting","canEnter":false,"nextPollMs":3000})");
    EXPECT_EQ(waits.standing, Standing::kWaiting);
    EXPECT_EQ(waits.ask_again, std::chrono::seconds{3});
    EXPECT_EQ(read(R"({"status":"admitted","canEnter":true})").standing, Standing::kInside);
    EXPECT_EQ(read(R"({"status":"expired","canEnter":false})").standing, Standing::kOver);
    EXPECT_EQ(read("<html>").standing, Standing::kOver);
}

TEST(SiteAnswer, SaysWhatToTryLater) {
    const auto outcome = [](int status) {
        return answer_of(Act::kLeave, {.status = status}).outcome;
    };
    EXPECT_EQ(outcome(0), Outcome::kTryLater);
    EXPECT_EQ(outcome(429), Outcome::kTryLater);
    EXPECT_EQ(outcome(503), Outcome::kTryLater);
    EXPECT_EQ(outcome(409), Outcome::kRefused);
    EXPECT_EQ(outcome(303), Outcome::kDone);
}

TEST(SiteAnswer, CountsTheHall) {
    const Answer answer = answer_of(
        Act::kLook, ok(R"({"counts":{"free":5,"held":1,"sold":3,"blocked":1},"states":"f"})"));
    EXPECT_EQ(answer.hall_seats, 10u);
    EXPECT_EQ(answer.seats_sold, 3u);
}

TEST(SiteAnswer, LeadsToDemoPayWhateverHostItNames) {
    const Answer answer = answer_of(Act::kOrder, ok(R"({"order":{"orderId":"O-1","provider":"demo"},
                                      "payUrl":"http://tickets.example/demo-pay/k"})"));
    EXPECT_EQ(answer.outcome, Outcome::kDone);
    EXPECT_EQ(answer.address, "/demo-pay/k");
    EXPECT_EQ(answer.order, "O-1");
}

TEST(SiteAnswer, LeadsBackFromDemoPaysPage) {
    const auto back = [](const char* location) {
        return answer_of(Act::kPay, {.status = 303, .location = location});
    };
    EXPECT_EQ(back("http://tickets.example/back?state=s").address, "/back?state=s");
    EXPECT_EQ(back("").outcome, Outcome::kRefused);
}

TEST(SiteAnswer, IsNoDemoWhereAnotherWayToPayIsOffered) {
    const auto outcome = [](const char* body) { return answer_of(Act::kOrder, ok(body)).outcome; };
    EXPECT_EQ(outcome(R"({"order":{"provider":"toss"},"payUrl":"/demo-pay/k"})"),
              Outcome::kNotDemo);
    EXPECT_EQ(outcome(R"({"order":{"provider":"demo"},"payUrl":"https://pay.example/k"})"),
              Outcome::kNotDemo);
}

TEST(Inspection, FindsTheProgrammeOfADemo) {
    const Inspection seen =
        inspect(ok(R"({"event":{"demo":true,"performances":[{"id":"day-1"},{"id":"day-2"}],
                       "prices":{"grades":[{"types":[{"price":9},{"price":5}]},
                                           {"types":[{"price":9}]},
                                           {"types":[{"price":7}]},
                                           {"types":[{"price":8}]}]}}})"));
    EXPECT_EQ(seen.verdict, Verdict::kDemo);
    EXPECT_EQ(seen.programme.performances, (std::vector<std::string>{"day-1", "day-2"}));
    EXPECT_EQ(seen.programme.prices, (std::vector<std::int64_t>{8, 9}));
}

TEST(Inspection, RefusesWhateverDoesNotSayThatItIsADemo) {
    EXPECT_EQ(verdict(ok(R"({"event":{"demo":false,"performances":[{"id":"d"}]}})")),
              Verdict::kNotDemo);
    EXPECT_EQ(verdict(ok(R"({"event":{"performances":[{"id":"d"}]}})")), Verdict::kNotDemo);
    EXPECT_EQ(verdict(ok("<html>")), Verdict::kNotDemo);
}

TEST(Inspection, TellsAMissingEventFromAMissingAnswer) {
    EXPECT_EQ(verdict({.status = 404}), Verdict::kNothingToSee);
    EXPECT_EQ(verdict({.status = 0}), Verdict::kNoAnswer);
    EXPECT_EQ(verdict({.status = 503}), Verdict::kNoAnswer);
}

}  // namespace
}  // namespace onsale::crowd
