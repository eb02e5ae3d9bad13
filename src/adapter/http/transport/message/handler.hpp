#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "adapter/http/transport/message/request.hpp"

namespace onsale::http {

enum class ErrorCode : std::uint8_t;  // api_error.hpp

// What a handler answers. `headers` is a block of complete "Name: value\r\n" lines; the transport
// itself adds the status line, Content-Length, Date, Connection and X-Content-Type-Options.
struct Answer {
    int status = 200;
    std::string_view content_type = "application/json";
    std::string_view headers{};
    std::string_view body{};
    std::optional<ErrorCode> refused{};  // Why not, for the log; a form's refusal is a redirect.
};

// A reply that outlives the handler's call. Move-only; answers at most once; answering after the
// client has gone does nothing. Dropping it unanswered closes the connection.
// Thread safety: use it on the loop it was made on.
class LaterReply {
  public:
    class Target {
      public:
        virtual ~Target() = default;
        virtual void answer(const Answer& answer) = 0;
        virtual void abandon() = 0;
    };

    explicit LaterReply(std::shared_ptr<Target> target) : target_(std::move(target)) {}
    LaterReply(LaterReply&&) noexcept = default;
    LaterReply& operator=(LaterReply&& other) noexcept {
        LaterReply taken{std::move(other)};
        std::swap(target_, taken.target_);  // What this one held ends with `taken`.
        return *this;
    }
    ~LaterReply() {
        if (target_) target_->abandon();
    }

    void answer(const Answer& answer) {
        if (const auto target = std::exchange(target_, nullptr)) target->answer(answer);
    }

  private:
    std::shared_ptr<Target> target_;
};

// An open event stream (SSE). Move-only; closing or dropping it ends the response.
// Thread safety: use it on the loop it was made on.
class EventStream {
  public:
    class Target {
      public:
        virtual ~Target() = default;
        // False when the client has gone or reads too slowly: the stream is then closed.
        virtual bool send(std::string_view bytes) = 0;
        virtual void close() = 0;
    };

    explicit EventStream(std::shared_ptr<Target> target) : target_(std::move(target)) {}
    EventStream(EventStream&&) noexcept = default;
    EventStream& operator=(EventStream&& other) noexcept {
        EventStream taken{std::move(other)};
        std::swap(target_, taken.target_);  // What this one held ends with `taken`.
        return *this;
    }
    ~EventStream() {
        if (target_) target_->close();
    }

    bool send(std::string_view bytes) { return target_ && target_->send(bytes); }

  private:
    std::shared_ptr<Target> target_;
};

// How a handler answers the request at hand: exactly one of the three, once.
class Reply {
  public:
    virtual ~Reply() = default;
    virtual void answer(const Answer& answer) = 0;
    virtual LaterReply later() = 0;
    // Sends the head at once (text/event-stream, no Content-Length) and keeps the connection open.
    virtual EventStream stream(std::string_view headers) = 0;
};

// Called on the loop's thread with each complete request, in order per connection.
class Handler {
  public:
    virtual ~Handler() = default;
    virtual void handle(const Request& request, Reply& reply) = 0;
};

}  // namespace onsale::http
