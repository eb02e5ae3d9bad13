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

// The answer of a handler. `headers` is a block of complete "Name: value\r\n" lines. The transport
// itself adds the status line, Content-Length, Date, Connection and X-Content-Type-Options.
struct Answer {
    int status = 200;
    std::string_view content_type = "application/json";
    std::string_view headers{};
    std::string_view body{};
    // The error code for the log. It is needed because a form is refused by a redirect.
    std::optional<ErrorCode> refused{};
};

// A reply that outlives the handler's call. Move-only; answers at most once. Answering after the
// client has disconnected does nothing. Destroying it unanswered closes the connection.
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
        std::swap(target_, taken.target_);  // `taken` destroys the previous target.
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

// An open event stream (SSE). Move-only. Closing or destroying it ends the response.
// Thread safety: use it on the loop it was made on.
class EventStream {
  public:
    class Target {
      public:
        virtual ~Target() = default;
        // Returns false when the client has disconnected or reads too slowly: the stream is then
        // closed.
        virtual bool send(std::string_view bytes) = 0;
        virtual void close() = 0;
    };

    explicit EventStream(std::shared_ptr<Target> target) : target_(std::move(target)) {}
    EventStream(EventStream&&) noexcept = default;
    EventStream& operator=(EventStream&& other) noexcept {
        EventStream taken{std::move(other)};
        std::swap(target_, taken.target_);  // `taken` destroys the previous target.
        return *this;
    }
    ~EventStream() {
        if (target_) target_->close();
    }

    bool send(std::string_view bytes) { return target_ && target_->send(bytes); }

  private:
    std::shared_ptr<Target> target_;
};

// How a handler answers the current request: exactly one of the three, once.
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
