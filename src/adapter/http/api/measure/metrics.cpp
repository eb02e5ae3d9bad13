#include "adapter/http/api/measure/metrics.hpp"

#include <algorithm>

namespace onsale::http {

std::string_view name_of(MeteredRoute route) {
    switch (route) {
        case MeteredRoute::kEvents:
            return "events";
        case MeteredRoute::kEvent:
            return "event";
        case MeteredRoute::kVisitor:
            return "visitor";
        case MeteredRoute::kEnter:
            return "enter";
        case MeteredRoute::kStatus:
            return "status";
        case MeteredRoute::kPosition:
            return "position";
        case MeteredRoute::kHeartbeat:
            return "heartbeat";
        case MeteredRoute::kLeave:
            return "leave";
        case MeteredRoute::kExtend:
            return "extend";
        case MeteredRoute::kMove:
            return "move";
        case MeteredRoute::kStream:
            return "stream";
        case MeteredRoute::kServing:
            return "serving";
        case MeteredRoute::kOrder:
            return "order";
        case MeteredRoute::kChallenge:
            return "challenge";
        case MeteredRoute::kEligibility:
            return "eligibility";
        case MeteredRoute::kVerify:
            return "verify";
        case MeteredRoute::kComplete:
            return "complete";
        case MeteredRoute::kSeats:
            return "seats";
        case MeteredRoute::kHall:
            return "hall";
        case MeteredRoute::kSelect:
            return "select";
        case MeteredRoute::kBest:
            return "best";
        case MeteredRoute::kRelease:
            return "release";
        case MeteredRoute::kPaymentRequest:
            return "payment_request";
        case MeteredRoute::kPaymentConfirm:
            return "payment_confirm";
        case MeteredRoute::kPaymentCancel:
            return "payment_cancel";
        case MeteredRoute::kPaymentReturn:
            return "payment_return";
        case MeteredRoute::kRefundPreview:
            return "refund_preview";
        case MeteredRoute::kWebhook:
            return "webhook";
        case MeteredRoute::kOrderDetail:
            return "order_detail";
        case MeteredRoute::kBookings:
            return "bookings";
        case MeteredRoute::kDemoPay:
            return "demo_pay";
        case MeteredRoute::kPage:
            return "page";
        case MeteredRoute::kAsset:
            return "asset";
        case MeteredRoute::kHealth:
            return "health";
        case MeteredRoute::kMetrics:
            return "metrics";
        case MeteredRoute::kAdmin:
            return "admin";
        case MeteredRoute::kOther:
            return "other";
    }
    return "";
}

std::string_view name_of(BotReason reason) {
    switch (reason) {
        case BotReason::kAgentMissing:
            return "agent_missing";
        case BotReason::kAgentBlocked:
            return "agent_blocked";
        case BotReason::kPattern:
            return "pattern";
    }
    return "";
}

std::string_view name_of(LimitKind limit) {
    switch (limit) {
        case LimitKind::kGuest:
            return "guest";
        case LimitKind::kAddress:
            return "address";
        case LimitKind::kJoins:
            return "joins";
        case LimitKind::kCodes:
            return "codes";
        case LimitKind::kKeys:
            return "keys";
    }
    return "";
}

void LoopMetrics::answered(MeteredRoute route, int status, std::chrono::nanoseconds took) {
    RouteMetrics& metrics = routes[static_cast<std::size_t>(route)];
    ++metrics.answered[static_cast<std::size_t>(std::clamp(status / 100, 1, 5) - 1)];
    // A steady clock never goes back, but a caller's mistake must not become 2^64.
    metrics.duration_ns.record(static_cast<std::uint64_t>(std::max<std::int64_t>(0, took.count())));
}

void LoopMetrics::merge(const LoopMetrics& other) {
    counters.add(other.counters);
    for (std::size_t i = 0; i < kMeteredRoutes; ++i) {
        for (std::size_t status = 0; status < kStatusClasses; ++status)
            routes[i].answered[status] += other.routes[i].answered[status];
        routes[i].duration_ns.merge(other.routes[i].duration_ns);
    }
    wait_ms.merge(other.wait_ms);
}

}  // namespace onsale::http
