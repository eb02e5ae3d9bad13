#include "adapter/http/health.hpp"

#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "adapter/http/view_freshness.hpp"

namespace onsale::http {
namespace {

constexpr int kReady = 200;
constexpr int kNotReady = 503;

std::string_view word(Degraded degraded) {
    switch (degraded) {
        case Degraded::kNo:
            return "ok";
        case Degraded::kDiskFull:
            return "disk_full";
        case Degraded::kStorageFailed:
            return "failed";
        case Degraded::kStale:
            return "stale";
        case Degraded::kRedisGone:
            return "gone";
    }
    return "";
}

std::string store_parts(const Readiness& readiness) {
    const std::string_view running = readiness.stopping ? "stopping" : "ok";
    if (!readiness.journal) return fmt::format(R"("process":"{}",)", running);
    return fmt::format(R"("journal":"{}","writer":"{}",)", word(*readiness.journal),
                       readiness.writer_running ? running : "failed");
}

std::string redis_part(const Readiness& readiness) {
    if (!readiness.redis) return "";
    return fmt::format(R"("redis":"{}",)", *readiness.redis ? "ok" : "gone");
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
           !readiness.stopping;
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
    readiness.view_age = view.age;
    readiness.view_stale = view.degraded == Degraded::kStale || !*readiness.redis;
    return readiness;
}

HealthAnswer healthz() {
    return {kReady, R"({"status":"ok"})"};
}

HealthAnswer readyz(const Readiness& readiness) {
    const bool ready = is_ready(readiness);
    return {ready ? kReady : kNotReady,
            fmt::format(R"({{"status":"{}","parts":{{{}{}{}}}}})", ready ? "ok" : "degraded",
                        store_parts(readiness), redis_part(readiness), view_part(readiness))};
}

}  // namespace onsale::http
