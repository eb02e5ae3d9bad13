#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "adapter/http/transport/message/handler.hpp"
#include "adapter/http/transport/message/refusal.hpp"
#include "base/time.hpp"

namespace onsale::http {

// What of the request decides how its answer is written.
struct AnswerShape {
    bool http_1_0 = false;
    bool keep_alive = true;
    bool without_body = false;  // The answer to HEAD.
};

// Appends answers to an output buffer. The Date line is made once per set_time.
class ResponseWriter {
  public:
    // `always`: complete header lines that every answer has.
    explicit ResponseWriter(Instant wall, std::string_view always = {}) : always_(always) {
        set_time(wall);
    }

    void set_time(Instant wall);

    // A request id, where given, becomes the X-Request-Id.
    void append(std::string& out, const Answer& answer, AnswerShape shape,
                std::string_view request_id = {}) const;
    void append_refusal(std::string& out, Refusal refusal, std::string_view request_id) const;
    // The head of an answer that lasts until the connection closes.
    void append_stream_head(std::string& out, std::string_view headers) const;

  private:
    void append_status_line(std::string& out, int status) const;

    std::string always_;
    std::string common_;  // The header lines that every answer has, with the date.
    std::optional<long long> second_;
};

inline constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

}  // namespace onsale::http
