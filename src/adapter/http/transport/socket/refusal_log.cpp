#include "adapter/http/transport/socket/refusal_log.hpp"

#include "adapter/http/transport/message/client_address.hpp"
#include "runtime/log.hpp"

namespace onsale::http {

using runtime::LogLevel;

void RefusalLog::note(Refusal refusal, const ClientAddress& client, bool local,
                      const std::string& request_id) {
    if (!budget_.take(static_cast<std::size_t>(refusal))) return;
    const RefusalText& text = text_of(refusal);
    runtime::log(text.status >= 500 ? LogLevel::kWarning : LogLevel::kInfo, "request refused",
                 {{"code", std::string{text.code}},
                  {"status", std::to_string(text.status)},
                  {"route", "transport"},
                  {"request", request_id},
                  {"client", local ? "socket" : to_string(client)}});
}

void RefusalLog::look_at(Duration now) {
    if (now - second_ < std::chrono::seconds{1}) return;
    second_ = now;
    budget_.next_second([](std::size_t kind, std::uint64_t left_out) {
        runtime::log(LogLevel::kWarning, "log lines left out",
                     {{"of", "request refused"},
                      {"code", std::string{text_of(static_cast<Refusal>(kind)).code}},
                      {"lines", std::to_string(left_out)}});
    });
}

}  // namespace onsale::http
