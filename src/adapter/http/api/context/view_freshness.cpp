#include "adapter/http/api/context/view_freshness.hpp"

#include <algorithm>

namespace onsale::http {

namespace {

// context.degraded applies to all events of the loop, but each event has its own age.
Degraded degraded_at(std::optional<Duration> age, const LoopContext& context) {
    const bool old = !age || *age > context.view_age_max;
    switch (context.degraded) {
        case Degraded::kNo:
        case Degraded::kStale:
            return old ? Degraded::kStale : Degraded::kNo;
        case Degraded::kRedisGone:
            return old ? Degraded::kRedisGone : Degraded::kNo;
        case Degraded::kDiskFull:
        case Degraded::kStorageFailed:
        case Degraded::kPaymentGone:
            break;
    }
    return context.degraded;
}

}  // namespace

Freshness freshness_of(const LoopContext& context, waiting_room::EventId event) {
    if (!context.view_age) return {context.degraded};
    const auto age = context.view_age(event);
    return {degraded_at(age, context), age};
}

Freshness freshness_for_guest(const LoopContext& context, waiting_room::EventId event) {
    Freshness view = freshness_of(context, event);
    if (view.degraded == Degraded::kNo && !context.payment_answers.value_or(true))
        view.degraded = Degraded::kPaymentGone;
    return view;
}

Freshness freshness_of(const LoopContext& context) {
    if (!context.view_age) return {context.degraded};
    Freshness worst{degraded_at(Duration{0}, context), Duration{0}};
    for (const auto& [event, line] : context.view) {
        if (line->lifecycle() == waiting_room::Lifecycle::kArchived) continue;
        const Freshness one = freshness_of(context, event);
        if (one.degraded != Degraded::kNo) worst.degraded = one.degraded;
        // A view that was never read has no age and counts as the oldest.
        worst.age =
            one.age && worst.age ? std::optional{std::max(*one.age, *worst.age)} : std::nullopt;
    }
    return worst;
}

}  // namespace onsale::http
