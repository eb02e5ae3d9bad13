#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "adapter/http/api/context/guest_identity.hpp"
#include "adapter/http/api/context/loop_context.hpp"
#include "adapter/http/api/context/seat_outlook.hpp"
#include "adapter/http/api/limit/bot_rules.hpp"
#include "adapter/http/api/limit/guest_limits.hpp"
#include "adapter/http/api/measure/metrics.hpp"
#include "adapter/http/api/seat/seat_map_plan.hpp"
#include "adapter/http/guest/context/open_streams.hpp"
#include "adapter/http/guest/context/seen_batches.hpp"
#include "base/guest_id.hpp"
#include "token/key/secret_file.hpp"
#include "token/queue_token.hpp"

namespace onsale::http {

// Settings of the guest site. The defaults are those of a public server.
struct GuestSiteConfig {
    std::vector<std::string> allowed_hosts;    // Accepted Host values in lower case; empty: any.
    std::vector<std::string> allowed_origins;  // Sites whose pages may call the guest's API.
    // Shared by all loops.
    std::shared_ptr<OpenStreams> streams = std::make_shared<OpenStreams>(1000);
    BotRules bots;
    SiteIdentitySource site;
    // Key of the protected site; null: its calls are refused.
    const token::SecretFile* complete_key = nullptr;
    // With this header (lower case) and this secret as its value, a proxy states that it has
    // checked the entry token's signature. Without a secret the header is ignored.
    std::string verified_header{};
    const token::SecretFile* verified_secret = nullptr;
    std::shared_ptr<PlanTexts> plans = std::make_shared<PlanTexts>();  // Shared by all loops.
};

// State that only the routes of one feature use, declared in the folder of the feature.
struct QueueRouteState;
struct SeatRouteState;
struct PayRouteState;

// Everything that the routes for guests share on one loop. The route table owns it and the state of
// the features. Thread safety: its loop only.
struct GuestContext {
    LoopContext& context;
    GuestSiteConfig config;
    GuestLimits& limits;
    LoopMetrics& metrics;
    QueueRouteState& queue;
    SeatRouteState& seats;
    PayRouteState& pay;
    SeenBatches seen{};
    SeatOutlook seat_outlook{};
    // The token of the current request. It is opened only once, because a poll needs it twice.
    std::string_view opened_text{};
    std::optional<token::OpenedQueueToken> opened{};
    std::optional<GuestId> asking{};  // The guest of the current request, for the log.
    std::string body{};               // Reused by every synchronous answer.
};

// Header line of an answer for one guest only.
inline constexpr std::string_view kPrivate = "Cache-Control: private, no-store\r\n";

}  // namespace onsale::http
