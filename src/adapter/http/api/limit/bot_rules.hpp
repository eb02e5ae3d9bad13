#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "adapter/http/api/measure/metrics.hpp"
#include "adapter/http/transport/message/request.hpp"

namespace onsale::http {

enum class BotMode : std::uint8_t { kOff, kObserve, kEnforce };

struct BotRules {
    BotMode mode = BotMode::kObserve;
    bool agent_required = true;
    std::vector<std::string> blocked_agents;  // Substrings of User-Agent, compared without case.
};

// Why a join request looks automated, if it does. The caller counts and refuses.
std::optional<BotReason> judge(const BotRules& rules, const Request& request);

}  // namespace onsale::http
