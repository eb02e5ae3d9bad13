#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "adapter/http/transport/message/handler.hpp"
#include "adapter/http/transport/message/refusal.hpp"
#include "base/time.hpp"

namespace onsale::http {

// The properties of a request that decide how its answer is written.
struct AnswerShape {
    bool http_1_0 = false;
    bool keep_alive = true;
    bool without_body = false;  // For the answer to HEAD.
};

// Appends answers to an output buffer. The Date line is formatted once per set_time.
class ResponseWriter {
  public:
    // `always`: complete header lines that are added to every answer.
    explicit ResponseWriter(Instant wall, std::string_view always = {}) : always_(always) {
        set_time(wall);
    }

    void set_time(Instant wall);

    // A non-empty request id is sent as X-Request-Id.
    void append(std::string& out, const Answer& answer, AnswerShape shape,
                std::string_view request_id = {}) const;
    void append_refusal(std::string& out, Refusal refusal, std::string_view request_id) const;
    // Appends the head of an answer that ends when the connection closes.
    void append_stream_head(std::string& out, std::string_view headers) const;

  private:
    void append_status_line(std::string& out, int status) const;

    std::string always_;
    std::string common_;  // The header lines of every answer, including the date.
    std::optional<long long> second_;
};

inline constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

}  // namespace onsale::http
