#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "adapter/http/api/measure/metrics.hpp"
#include "adapter/http/transport/message/handler.hpp"
#include "adapter/http/transport/socket/line_budget.hpp"
#include "base/audit_note.hpp"
#include "base/guest_id.hpp"
#include "runtime/log.hpp"

namespace onsale::http {

// The fields of a log line about a request. It keeps no pointers into the request. Queries,
// cookies, headers and bodies are never logged, because they carry tokens.
struct RequestTrace {
    RequestTrace(const Request& request, MeteredRoute metered, std::optional<GuestId> who);

    std::uint64_t number;
    std::string given_id;
    ClientAddress client;
    bool local;
    MeteredRoute route;
    std::optional<GuestId> guest;
};

// The request log of one loop: refusals, failures and slow answers, limited per second and kind,
// and every act of an operator. Normal answers are not logged.
// Thread safety: its loop only.
class RequestLog {
  public:
    using Write = std::function<void(runtime::LogLevel, std::string_view message,
                                     std::span<const runtime::LogField>)>;
    struct Limits {
        std::uint32_t lines_per_second = 5;  // For each code.
        std::chrono::milliseconds slow{1'000};
    };

    RequestLog() : RequestLog(Limits{}) {}
    explicit RequestLog(const Limits& limits, Write write = {});

    // Whether there is anything to log. Called for every answer, so it costs only a few
    // comparisons.
    bool concerns(const Answer& answer, std::chrono::nanoseconds took) const {
        return answer.refused || answer.status >= kServerError || took >= slow_;
    }
    // REQUIRES: concerns(answer, took).
    void note(const RequestTrace& trace, const Answer& answer, std::chrono::nanoseconds took);
    // `head`: head of the audit log, when the act is an entry. This line copies it to wherever logs
    // are sent.
    void note(const AuditNote& act, const AuditHead& head);
    // Reports the suppressed lines. Call it once a second.
    void next_second();

  private:
    static constexpr int kServerError = 500;

    Write write_;
    std::chrono::nanoseconds slow_;
    LineBudget budget_;
};

}  // namespace onsale::http
