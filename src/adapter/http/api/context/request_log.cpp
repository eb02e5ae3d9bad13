#include "adapter/http/api/context/request_log.hpp"

#include <vector>

#include "adapter/http/transport/message/client_address.hpp"
#include "adapter/http/transport/message/request_id.hpp"
#include "base/base64url.hpp"

namespace onsale::http {
namespace {

using runtime::LogField;
using runtime::LogLevel;

// Kinds of lines: one per code, and two for answers without a code.
constexpr std::size_t kFailed = kErrorCodes;
constexpr std::size_t kSlow = kErrorCodes + 1;
constexpr std::size_t kKinds = kErrorCodes + 2;

std::size_t kind_of(const Answer& answer, int server_error) {
    if (answer.refused) return static_cast<std::size_t>(*answer.refused);
    return answer.status >= server_error ? kFailed : kSlow;
}

std::string_view message_of(std::size_t kind) {
    if (kind == kFailed) return "request failed";
    return kind == kSlow ? "request slow" : "request refused";
}

LogLevel level_of(std::size_t kind, int status) {
    if (status == 500) return LogLevel::kError;
    return kind == kSlow || status > 500 ? LogLevel::kWarning : LogLevel::kInfo;
}

std::string code_of(std::size_t kind) {
    return kind < kErrorCodes ? std::string{entry(static_cast<ErrorCode>(kind)).code} : "";
}

}  // namespace

RequestTrace::RequestTrace(const Request& request, MeteredRoute metered, std::optional<GuestId> who)
    : number(request.id),
      given_id(request.given_id),
      client(request.client),
      local(request.local),
      route(metered),
      guest(who) {}

RequestLog::RequestLog(const Limits& limits, Write write)
    : write_(std::move(write)), slow_(limits.slow), budget_(kKinds, limits.lines_per_second) {
    if (!write_)
        write_ = [](LogLevel level, std::string_view message, std::span<const LogField> fields) {
            runtime::log(level, message, fields);
        };
}

void RequestLog::note(const RequestTrace& trace, const Answer& answer,
                      std::chrono::nanoseconds took) {
    const std::size_t kind = kind_of(answer, kServerError);
    if (!budget_.take(kind)) return;
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(took).count();
    std::vector<LogField> fields;
    if (answer.refused) fields.push_back({"code", code_of(kind)});
    fields.push_back({"status", std::to_string(answer.status)});
    fields.push_back({"route", std::string{to_word(trace.route)}});
    fields.push_back({"request", request_id_text(trace.number, trace.given_id)});
    fields.push_back({"client", trace.local ? "socket" : to_string(trace.client)});
    if (trace.guest) fields.push_back({"guest", hex_encode(*trace.guest)});
    fields.push_back({"ms", std::to_string(ms)});
    write_(level_of(kind, answer.status), message_of(kind), fields);
}

void RequestLog::note(const AuditNote& act, const AuditHead& head) {
    std::vector<LogField> fields{{"who", act.who}, {"what", act.what}};
    if (!act.effect.empty()) fields.push_back({"effect", act.effect});
    fields.push_back({"request", act.request});
    fields.push_back({"result", act.result});
    if (head.seq != 0) {
        fields.push_back({"audit", std::to_string(head.seq)});
        fields.push_back({"head", hex_encode(as_bytes(head.chain))});
    }
    write_(LogLevel::kInfo, "admin action", fields);
}

void RequestLog::next_second() {
    budget_.next_second([&](std::size_t kind, std::uint64_t left_out) {
        const std::vector<LogField> fields{{"of", std::string{message_of(kind)}},
                                           {"code", code_of(kind)},
                                           {"lines", std::to_string(left_out)}};
        write_(LogLevel::kWarning, "log lines left out", fields);
    });
}

}  // namespace onsale::http
