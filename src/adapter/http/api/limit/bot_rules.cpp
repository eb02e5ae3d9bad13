#include "adapter/http/api/limit/bot_rules.hpp"

#include <algorithm>
#include <string_view>

#include "base/text/ascii.hpp"

namespace onsale::http {
namespace {

bool contains(std::string_view text, std::string_view part) {
    return std::ranges::search(text, part, {}, ascii_lower, ascii_lower).begin() != text.end();
}

}  // namespace

std::optional<BotReason> judge(const BotRules& rules, const Request& request) {
    if (rules.mode == BotMode::kOff) return std::nullopt;
    const std::string_view agent = request.header("user-agent");
    if (agent.empty() && rules.agent_required) return BotReason::kAgentMissing;
    for (const std::string& blocked : rules.blocked_agents)
        if (contains(agent, blocked)) return BotReason::kAgentBlocked;
    // Every ordinary browser sends its languages and does not call itself headless.
    if (contains(agent, "headless") || request.header("accept-language").empty())
        return BotReason::kPattern;
    return std::nullopt;
}

}  // namespace onsale::http
