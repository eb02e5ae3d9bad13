#include "adapter/http/api/limit/bot_rules.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace onsale::http {
namespace {

std::optional<BotReason> judge_headers(std::vector<Header> headers,
                                       BotMode mode = BotMode::kObserve) {
    Request request;
    request.headers = headers;
    BotRules rules;
    rules.mode = mode;
    rules.blocked_agents = {"python-requests"};
    return judge(rules, request);
}

TEST(BotRules, GivesTheReasonOfTheFirstRuleThatBites) {
    EXPECT_EQ(judge_headers({}), BotReason::kAgentMissing);
    EXPECT_EQ(judge_headers({{"User-Agent", "Python-Requests/2"}}), BotReason::kAgentBlocked);
    EXPECT_EQ(judge_headers({{"User-Agent", "HeadlessChrome"}, {"Accept-Language", "ko"}}),
              BotReason::kPattern);
    EXPECT_EQ(judge_headers({{"User-Agent", "Mozilla/5.0"}}), BotReason::kPattern);
    EXPECT_EQ(judge_headers({{"User-Agent", "Mozilla/5.0"}, {"Accept-Language", "ko"}}),
              std::nullopt);
}

TEST(BotRules, SayNothingWhenOff) {
    EXPECT_EQ(judge_headers({}, BotMode::kOff), std::nullopt);
}

}  // namespace
}  // namespace onsale::http
