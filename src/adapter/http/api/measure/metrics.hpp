#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string_view>

#include "adapter/http/api/error/api_error.hpp"
#include "base/words.hpp"
#include "runtime/call_metrics.hpp"
#include "runtime/counters.hpp"

namespace onsale::http {

using runtime::Histogram;

// The groups that calls are counted under. There are few, so that each can have its own histogram.
enum class MeteredRoute : std::uint8_t {
    kEvents,
    kEvent,
    kVisitor,
    kEnter,
    kStatus,
    kPosition,
    kHeartbeat,
    kLeave,
    kExtend,
    kMove,
    kStream,
    kServing,
    kOrder,
    kChallenge,
    kEligibility,
    kVerify,
    kComplete,
    kSeats,
    kHall,
    kSelect,
    kBest,
    kRelease,
    kPaymentRequest,
    kPaymentConfirm,
    kPaymentCancel,
    kPaymentReturn,
    kRefundPreview,
    kWebhook,
    kOrderDetail,
    kBookings,
    kDemoPay,
    kPage,
    kAsset,
    kHealth,
    kMetrics,
    kAdmin,
    kOther,
};
constexpr auto words_of(MeteredRoute) {
    return std::to_array<std::string_view>({"events",
                                            "event",
                                            "visitor",
                                            "enter",
                                            "status",
                                            "position",
                                            "heartbeat",
                                            "leave",
                                            "extend",
                                            "move",
                                            "stream",
                                            "serving",
                                            "order",
                                            "challenge",
                                            "eligibility",
                                            "verify",
                                            "complete",
                                            "seats",
                                            "hall",
                                            "select",
                                            "best",
                                            "release",
                                            "payment_request",
                                            "payment_confirm",
                                            "payment_cancel",
                                            "payment_return",
                                            "refund_preview",
                                            "webhook",
                                            "order_detail",
                                            "bookings",
                                            "demo_pay",
                                            "page",
                                            "asset",
                                            "health",
                                            "metrics",
                                            "admin",
                                            "other"});
}
constexpr std::size_t kMeteredRoutes = kWords<MeteredRoute>.size();

// Why a request looks automated: the reason codes of the bot rules.
enum class BotReason : std::uint8_t { kAgentMissing, kAgentBlocked, kPattern };
constexpr auto words_of(BotReason) {
    return std::to_array<std::string_view>({"agent_missing", "agent_blocked", "pattern"});
}
constexpr std::size_t kBotReasons = kWords<BotReason>.size();

// Which limit of a guest, an address or a network was exceeded.
enum class LimitKind : std::uint8_t { kGuest, kAddress, kJoins, kCodes, kKeys };
constexpr auto words_of(LimitKind) {
    return std::to_array<std::string_view>({"guest", "address", "joins", "codes", "keys"});
}
constexpr std::size_t kLimitKinds = kWords<LimitKind>.size();

enum class StatusClass : std::uint8_t { k1xx, k2xx, k3xx, k4xx, k5xx };
constexpr auto words_of(StatusClass) {
    return std::to_array<std::string_view>({"1xx", "2xx", "3xx", "4xx", "5xx"});
}
using RouteMetrics = runtime::CallMetrics<StatusClass>;

// The measurements of one loop. All are plain numbers, because only the loop's thread uses them. To
// get the sum, each loop merges its own into that of the reader.
struct LoopMetrics {
    runtime::Counters counters;
    std::array<RouteMetrics, kMeteredRoutes> routes{};
    Histogram wait_ms;  // From enter to admission.

    void answered(MeteredRoute route, int status, std::chrono::nanoseconds took);
    void rejected(ErrorCode code) {
        ++counters.cells("rejections_total")[static_cast<std::size_t>(code)];
    }
    void limited(LimitKind limit) {
        ++counters.cells("rate_limited_total")[static_cast<std::size_t>(limit)];
    }
    void bot(BotReason reason, bool refused) {
        const auto kind = static_cast<std::size_t>(reason);
        ++counters.cells(refused ? runtime::CounterKey{"bots_refused_total"}
                                 : runtime::CounterKey{"bots_observed_total"})[kind];
    }
    void merge(const LoopMetrics& other);
};

static_assert(kErrorCodes <= runtime::CounterKey{"rejections_total"}.cells());
static_assert(kLimitKinds <= runtime::CounterKey{"rate_limited_total"}.cells());
static_assert(kBotReasons <= runtime::CounterKey{"bots_observed_total"}.cells());
static_assert(kBotReasons <= runtime::CounterKey{"bots_refused_total"}.cells());

}  // namespace onsale::http
