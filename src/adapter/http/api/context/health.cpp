#include "adapter/http/api/context/health.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "adapter/http/api/context/view_freshness.hpp"

namespace onsale::http {
namespace {

constexpr int kReady = 200;
constexpr int kNotReady = 503;

std::string_view journal_word(Degraded state) {
    if (state == Degraded::kNo) return "ok";
    return state == Degraded::kStorageFailed ? "failed" : to_word(state);
}

std::string store_parts(const Readiness& readiness) {
    const std::string_view running = readiness.stopping ? "stopping" : "ok";
    if (!readiness.journal) return fmt::format(R"("process":"{}",)", running);
    return fmt::format(R"("journal":"{}","writer":"{}",)", journal_word(*readiness.journal),
                       readiness.writer_running ? running : "failed");
}

std::string redis_part(const Readiness& readiness) {
    if (!readiness.redis) return "";
    return fmt::format(R"("redis":"{}",)", *readiness.redis ? "ok" : "gone");
}

std::string loops_part(const Readiness& readiness) {
    if (readiness.loops_stuck == 0) return "";
    return fmt::format(R"("loopsStuck":{},)", readiness.loops_stuck);
}

// It does not affect readiness: guests in line are served without it.
std::string payment_part(const Readiness& readiness) {
    if (!readiness.payment) return "";
    return fmt::format(R"("payment":"{}",)", *readiness.payment ? "ok" : "gone");
}

std::string view_part(const Readiness& readiness) {
    return fmt::format(R"("view":{{"events":{},"ageMs":{}{}}})", readiness.events,
                       readiness.view_age ? std::to_string(readiness.view_age->count()) : "null",
                       readiness.view_stale ? R"(,"stale":true)" : "");
}

bool is_ready(const Readiness& readiness) {
    const bool store_works =
        !readiness.journal || (*readiness.journal == Degraded::kNo && readiness.writer_running);
    return store_works && readiness.redis.value_or(true) && !readiness.view_stale &&
           !readiness.stopping && readiness.loops_stuck == 0;
}

}  // namespace

Readiness readiness_of(const LoopContext& context) {
    Readiness readiness;
    const bool on_redis = context.view_age != nullptr;
    readiness.events =
        static_cast<std::size_t>(std::distance(context.view.begin(), context.view.end()));
    readiness.stopping = context.stopping;
    if (!on_redis) {
        readiness.journal = context.degraded;
        readiness.view_age = context.clock.now() - context.last_news;
        return readiness;
    }
    const Freshness view = freshness_of(context);
    readiness.journal.reset();
    readiness.redis = context.degraded != Degraded::kRedisGone;
    readiness.payment = context.payment_answers;
    readiness.view_age = view.age;
    readiness.view_stale = view.degraded == Degraded::kStale || !*readiness.redis;
    return readiness;
}

Readiness worst_of(const Readiness& one, const Readiness& other) {
    Readiness worst = one;
    if (worst.journal == Degraded::kNo) worst.journal = other.journal;
    worst.writer_running = one.writer_running && other.writer_running;
    if (one.redis && other.redis) worst.redis = *one.redis && *other.redis;
    if (one.payment && other.payment) worst.payment = *one.payment && *other.payment;
    worst.events = std::max(one.events, other.events);
    // A view that never was current has no age and counts as the oldest.
    worst.view_age = one.view_age && other.view_age
                         ? std::optional{std::max(*one.view_age, *other.view_age)}
                         : std::nullopt;
    worst.view_stale = one.view_stale || other.view_stale;
    worst.stopping = one.stopping || other.stopping;
    worst.loops_stuck = one.loops_stuck + other.loops_stuck;
    return worst;
}

HealthAnswer healthz() {
    return {kReady, R"({"status":"ok"})"};
}

HealthAnswer readyz(const Readiness& readiness) {
    const bool ready = is_ready(readiness);
    return {ready ? kReady : kNotReady,
            fmt::format(R"({{"status":"{}","parts":{{{}{}{}{}{}}}}})", ready ? "ok" : "degraded",
                        store_parts(readiness), redis_part(readiness), loops_part(readiness),
                        payment_part(readiness), view_part(readiness))};
}

}  // namespace onsale::http
