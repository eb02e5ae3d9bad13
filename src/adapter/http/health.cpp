#include "adapter/http/health.hpp"

#include <string_view>

#include <fmt/format.h>

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
    }
    return "";
}

std::string_view writer_word(const Readiness& readiness) {
    if (readiness.stopping) return "stopping";
    return readiness.writer_running ? "ok" : "failed";
}

}  // namespace

HealthAnswer healthz() {
    return {kReady, R"({"status":"ok"})"};
}

HealthAnswer readyz(const Readiness& readiness) {
    const bool ready =
        readiness.journal == Degraded::kNo && readiness.writer_running && !readiness.stopping;
    return {ready ? kReady : kNotReady,
            fmt::format(R"({{"status":"{}","parts":{{"journal":"{}","writer":"{}",)"
                        R"("view":{{"events":{},"ageMs":{}}}}}}})",
                        ready ? "ok" : "degraded", word(readiness.journal), writer_word(readiness),
                        readiness.events, readiness.view_age.count())};
}

}  // namespace onsale::http
