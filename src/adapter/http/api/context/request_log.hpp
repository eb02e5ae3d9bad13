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

// What a line says about the request it is about; nothing in it points into the request. Queries,
// cookies, headers and bodies are never part of it: they carry tokens.
struct RequestTrace {
    RequestTrace(const Request& request, MeteredRoute metered, std::optional<GuestId> who);

    std::uint64_t number;
    std::string given_id;
    ClientAddress client;
    bool local;
    MeteredRoute route;
    std::optional<GuestId> guest;
};

// What one loop writes about requests: refusals, failures and slow answers, a few lines a second of
// each kind, and every act of an operator. Answers as they should be are not logged.
// Thread safety: its loop only.
class RequestLog {
  public:
    using Write = std::function<void(runtime::LogLevel, std::string_view message,
                                     std::span<const runtime::LogField>)>;
    struct Limits {
        std::uint32_t lines_per_second = 5;  // Of each code.
        std::chrono::milliseconds slow{1'000};
    };

    RequestLog() : RequestLog(Limits{}) {}
    explicit RequestLog(const Limits& limits, Write write = {});

    // Whether there is anything to say; asked for every answer, so it costs two comparisons.
    bool concerns(const Answer& answer, std::chrono::nanoseconds took) const {
        return answer.refused || answer.status >= kServerError || took >= slow_;
    }
    // REQUIRES: concerns(answer, took).
    void note(const RequestTrace& trace, const Answer& answer, std::chrono::nanoseconds took);
    // `head`: of the audit log, where the act is an entry; this line carries it to wherever logs
    // go.
    void note(const AuditNote& act, const AuditHead& head);
    // Tells what was left out; call it once a second.
    void next_second();

  private:
    static constexpr int kServerError = 500;

    Write write_;
    std::chrono::nanoseconds slow_;
    LineBudget budget_;
};

}  // namespace onsale::http
